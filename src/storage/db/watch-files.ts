import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { AppError } from '#shared/errors.ts'

/** Checks that the files of an open library are still those at its path. */
export interface DatabaseFileWatch {
  /** Throws AppError('storage/moved') where they are not: a write would be lost. */
  check(): void
  /** Message that says why nothing can be saved; undefined where all is well. */
  problem(): string | undefined
  /** Checks every second from now on, so that data is rescued before another program makes a new library. */
  watch(): void
  close(): void
}

const WATCH_MS = 1_000

/**
 * Remembers device and inode of the library at `path`, which is open, and of its log and index. SQLite goes on writing
 * to a file that was renamed or deleted without an error (https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use).
 * When they change, `copyTo` saves what can still be read: once for each time they change, and again where that failed.
 */
export function watchDatabaseFiles(
  path: string,
  copyTo: (path: string) => void,
): DatabaseFileWatch {
  const files = ['', '-wal', '-shm']
    .map((end) => ({ file: `${path}${end}`, inode: inodeOf(`${path}${end}`) }))
    .filter(({ inode }) => inode !== undefined)
  let rescued: string | undefined
  let triedAt = 0
  let timer: NodeJS.Timeout | undefined
  const problem = (): string | undefined => {
    const changed = files.find(({ file, inode }) => inodeOf(file) !== inode)
    if (!changed) {
      // Later writes are not in that copy.
      rescued = undefined
      return undefined
    }
    const isGone = inodeOf(changed.file) === undefined
    if (rescued === undefined || (rescued === '' && performance.now() - triedAt >= WATCH_MS)) {
      triedAt = performance.now()
      rescued = rescue(path, copyTo)
    }
    return words(basename(changed.file), isGone, rescued)
  }
  return {
    problem,
    check() {
      const why = problem()
      if (why !== undefined) throw new AppError('storage/moved', why)
    },
    watch() {
      timer ??= setInterval(problem, WATCH_MS).unref()
    },
    close: () => clearInterval(timer),
  }
}

function inodeOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

/** The name of the copy, or '' where none can be made. */
function rescue(path: string, copyTo: (path: string) => void): string {
  const time = new Date().toISOString().replaceAll(':', '-')
  const name = `library-rescued-${time}-${randomBytes(4).toString('hex')}.db`
  const copy = join(dirname(path), name)
  try {
    // Made first: SQLite would let others read it.
    closeSync(openSync(copy, 'wx', 0o600))
    copyTo(copy)
    const file = openSync(copy, 'r+')
    fsyncSync(file)
    closeSync(file)
    return name
  } catch {
    // The folder is gone too, or the disk is full: what cannot be saved is told in the words.
    rmSync(copy, { force: true })
    return ''
  }
}

/** Callers of the API read this too: where this computer keeps its files is none of their business. */
function words(name: string, isGone: boolean, rescued: string): string {
  const what = `The library cannot save anything: its file ${name} was ${isGone ? 'moved or deleted' : 'replaced by another one'} while Griot was using it.`
  const back = 'Put it back where it was, and Griot continues; or stop Griot'
  if (rescued === '') return `${what} ${back} and start it again.`
  return `${what} ${back}, and restore what it held: griot restore ${rescued} (that copy is in the data folder).`
}
