import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, storageCode } from '#shared/errors.ts'
import { writeAll } from '#storage/durable-files.ts'
import { codeOf } from '#storage/files/folders.ts'
import { moveAside } from '#storage/library-ownership/lost-and-found.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { readPlain } from '#storage/plain-files.ts'

/**
 * Text of a file of a project; undefined where there is none. Throws AppError('project/damaged') for a link, a device or a file that
 * is too large, and file system errors.
 */
export function readIfThere(path: string): string | undefined {
  return readPlain(path, FILE_LIMIT_BYTES)?.toString('utf8')
}

/** The largest project.json, and the largest previous version, in bytes. */
export const FILE_LIMIT_BYTES = 64e6

/** Name of the folder, in a project, for what could not be read. */
export const SET_ASIDE = 'set-aside'

/** Keeps a copy of what could not be read in the folder "set-aside" of a project. Answers its path in the project. */
export function setAside(project: string, name: string, bytes: Uint8Array, now: Date): string {
  const folder = join(project, SET_ASIDE)
  makeFolder(folder)
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const dot = name.lastIndexOf('.')
  const [stem, extension] = [name.slice(0, dot), name.slice(dot)]
  let free = `${stem}-${time}${extension}`
  for (let i = 2; existsSync(join(folder, free)); i++) free = `${stem}-${time}-${i}${extension}`
  const file = openSync(join(folder, free), 'wx', 0o600)
  try {
    writeAll(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return `${SET_ASIDE}/${free}`
}

const FULL = 'The disk is full: free some space. Your edits stay in the window until then.'
const CLOSED =
  'The folder is read-only for this user: allow writing to it, or duplicate the project. Your edits stay in the window until then.'
const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EROFS: CLOSED,
  EACCES: CLOSED,
  EPERM: CLOSED,
  ENAMETOOLONG: 'The path is too long for this system: move the folder closer to the root.',
}

/** A failure of the disk about the project at `path` in words; what else is thrown stays as it is. */
export function describeProjectError(error: unknown, path: string): unknown {
  const code = codeOf(error)
  const sqlite = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^SQLITE_/.test(sqlite)) {
    const full = storageCode(error) === 'storage/full'
    const words = full
      ? `The project in ${path} cannot be saved. ${FULL}`
      : `The project in ${path} cannot be locked (${sqlite}). ${CLOSED}`
    return new AppError(storageCode(error), words, error)
  }
  if (error instanceof AppError || code === '') return error
  if ((code === 'ENOENT' || code === 'ENOTDIR') && !existsSync(path))
    return projectMissing(path, error)
  const advice = ADVICE[code] ?? 'Check that the disk works, then try again.'
  const kind = code === 'EFBIG' ? 'storage/full' : storageCode(error)
  return new AppError(kind, `The project in ${path} cannot be used (${code}). ${advice}`, error)
}

/** Error about a project whose folder is not where it was. */
export function projectMissing(path: string, cause?: unknown): AppError {
  return new AppError(
    'project/missing',
    `The folder ${path} of this project is not there: it was moved, renamed or deleted, or its disk is not connected. Choose "Find it…" in the list of projects, or put the folder back.`,
    cause,
  )
}

/** The result of something that is done in the folder of a project. Throws what `describeProjectError` answers. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw describeProjectError(error, path)
  }
}

/** Moves a folder of a project, also to another disk. Throws what `describeProjectError` answers. */
export function moveOrDescribe(from: string, to: string): void {
  try {
    moveAside(from, to)
  } catch (error) {
    throw describeProjectError(error, from)
  }
}
