import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError, storageCode } from '#shared/errors.ts'

/** Writes a file so that whoever sees it sees the whole of it, and so that it outlives a power cut. Throws file system errors. */
export function writeWholly(path: string, text: string): void {
  replaceBy(path, (part) => {
    const file = openSync(part, 'w', 0o600)
    try {
      writeAll(file, Buffer.from(text))
    } finally {
      closeSync(file)
    }
  })
}

/** Copies a file in the same way as `writeWholly` writes one. Throws file system errors. */
export function copyWholly(from: string, to: string): void {
  replaceBy(to, (part) => copyFileSync(from, part))
}

function replaceBy(path: string, write: (part: string) => void): void {
  const part = `${path}.${process.pid}.part`
  try {
    write(part)
    sync(part, 'r+')
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  syncFolder(dirname(path))
}

/** Writes all bytes to the end of an open file: one call may write a part of them alone. Throws file system errors. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Makes what was made or renamed in a folder outlive a power cut. */
export function syncFolder(folder: string): void {
  // Windows opens no folders; NTFS writes down renames by itself.
  if (process.platform !== 'win32') sync(folder, 'r')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Text of a file; undefined where there is none. Throws file system errors. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Name of the folder, in a project, for what could not be read. */
const SET_ASIDE = 'set-aside'

/** Keeps a copy of what could not be read in the folder "set-aside" of a project. Answers its path in the project. */
export function setAside(project: string, name: string, bytes: Uint8Array, now: Date): string {
  const folder = join(project, SET_ASIDE)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
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

/** Code of a file system error, such as "ENOENT"; empty for any other error. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^E[A-Z]+$/.test(code) ? code : ''
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
    const words = `The project in ${path} cannot be locked (${sqlite}). ${full ? FULL : CLOSED}`
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
