import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { codeOf } from './files/folders.ts'
import { formatSize } from './files/format-size.ts'

/** The largest sound of a take (several hours) and the largest list of the takes of a project, in bytes. */
export const SOUND_LIMIT_BYTES = 500e6
export const INDEX_LIMIT_BYTES = 512e6

/** No link is followed, and nothing waits for the other end of a pipe. Windows has neither. */
const PLAIN_FLAGS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a file of a folder that may come from a stranger: only a regular file, never a link, a device or a pipe. `flags`: constants
 * of `node:fs`. Throws AppError('project/damaged') for anything else, and file system errors.
 */
export function openPlain(path: string, flags: number = constants.O_RDONLY, mode = 0o600): number {
  // Asked first, because opening some devices already does something.
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found) checkPlain(found, path)
  let file: number
  try {
    file = openSync(path, flags | PLAIN_FLAGS, mode)
  } catch (error) {
    if (codeOf(error) === 'ELOOP') throw notPlain('a link', path)
    throw error
  }
  try {
    checkPlain(fstatSync(file), path)
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** As `openPlain`, without blocking the process. */
export async function openPlainFile(path: string, flags: number): Promise<FileHandle> {
  const file = await open(path, flags | PLAIN_FLAGS, 0o600).catch((error) => {
    throw codeOf(error) === 'ELOOP' ? notPlain('a link', path) : error
  })
  try {
    checkPlain(await file.stat(), path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Reads a file as `openPlain` opens it; undefined where there is none. Its size is looked at first: one of more than `limitBytes`
 * is not read. Throws as `openPlain` does.
 */
export function readPlain(path: string, limitBytes: number): Buffer | undefined {
  let file: number
  try {
    file = openPlain(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    const { size } = fstatSync(file)
    if (size > limitBytes) throw tooLarge(path, limitBytes)
    return readAt(file, 0, size)
  } finally {
    closeSync(file)
  }
}

/** The bytes of an open file from `at` on: `length` of them, or as many as there are. Throws file system errors. */
export function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, length))
  let read = 0
  while (read < bytes.length) {
    const more = readSync(file, bytes, read, bytes.length - read, at + read)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}

/** Throws AppError('project/damaged') where something else than a folder lies at `path`, such as a link to one. */
export function checkPlainFolder(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw notPlain(kindOf(found), path)
}

/** Throws AppError('project/damaged') for what is not a regular file. `path`: for the message. */
export function checkPlain(found: Stats, path: string): void {
  if (!found.isFile()) throw notPlain(kindOf(found), path)
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a link'
  if (found.isDirectory()) return 'a folder'
  return found.isFile() ? 'a file' : 'a device or a pipe'
}

function notPlain(kind: string, path: string): AppError {
  return new AppError(
    'project/damaged',
    `${path} is ${kind}, which a project must not have there. Nothing was read or changed. If you trust it, put the file or folder itself in its place.`,
  )
}

/** Error for a file that is not read because it is larger than any that Griot writes. */
export function tooLarge(path: string, limitBytes: number): AppError {
  return new AppError(
    'project/damaged',
    `${path} is larger than any that Griot writes (the limit is ${formatSize(limitBytes)}). Nothing was changed. Put the file back from a backup.`,
  )
}
