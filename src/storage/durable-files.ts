import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file so that whoever sees it sees the whole of it, and so that it outlives a power cut. For its owner alone.
 * `beforeReplacing` gets the path of the whole new file just before it takes its place; if it throws, the old file stays.
 * Throws file system errors.
 */
export function writeDurably(
  path: string,
  text: string,
  beforeReplacing?: (part: string) => void,
): void {
  const write = (part: string): void => {
    const file = openSync(part, 'wx', 0o600)
    try {
      writeAll(file, Buffer.from(text))
    } finally {
      closeSync(file)
    }
  }
  replaceBy(path, write, beforeReplacing)
}

/** Copies a file in the same way as `writeDurably` writes one. Throws file system errors. */
export function copyDurably(from: string, to: string): void {
  replaceBy(to, (part) => copyFileSync(from, part, constants.COPYFILE_EXCL))
}

function replaceBy(
  path: string,
  write: (part: string) => void,
  beforeReplacing?: (part: string) => void,
): void {
  const part = `${path}.${process.pid}.part`
  // What lies there was left by a program that died, or put there: a link would be followed.
  rmSync(part, { force: true })
  try {
    write(part)
    sync(part, 'r+')
    beforeReplacing?.(part)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  syncFolderNow(dirname(path))
}

/** Writes all bytes to the end of an open file: one call may write a part of them alone. Throws file system errors. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Makes what was made or renamed in a folder outlive a power cut, before it returns. Throws file system errors. */
export function syncFolderNow(folder: string): void {
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
