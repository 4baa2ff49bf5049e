import { AppError, storageCode } from '#shared/errors.ts'

/** A failure of the library at `path`, or of its disk, in words; what is wrong in our own SQL stays a bug. */
export function describeSqliteError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const advice = ADVICE.find(([pattern]) => pattern.test(code))
  if (error instanceof AppError || !advice) return error
  const kind = code.startsWith('SQLITE_BUSY') ? 'storage/busy' : storageCode(error)
  return new AppError(kind, `${advice[1].replace('%s', () => path)} (${code})`, error)
}

/** Codes of SQLite (https://sqlite.org/rescode.html) and of the file system, with what a person can do. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    'The library %s is damaged. Move that file (and the ones beside it that end in -wal and -shm) to another folder; uploaded files and recordings stay where they are. Then restore a backup with "griot restore BACKUP"; without one, run "griot recover", which makes a new library from what is on the disk.',
  ],
  [
    /^(SQLITE_(FULL|IOERR_SHMSIZE)|ENOSPC|EDQUOT)/,
    'The disk that holds the library %s is full. Free some space and try again.',
  ],
  [
    /^SQLITE_BUSY/,
    'Another program keeps the library %s locked. Close other copies of Griot (or the backup program that reads it) and try again.',
  ],
  [
    /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOENT|ENAMETOOLONG|ELOOP|EINVAL|ENXIO|ENODEV)/,
    'Griot cannot write its library %s. Check that the folder exists and is writable, or choose another data folder (GRIOT_HOME).',
  ],
  [
    /^(SQLITE_IOERR|EIO)/,
    'The disk failed while Griot used its library %s. Check the disk, then try again.',
  ],
]
