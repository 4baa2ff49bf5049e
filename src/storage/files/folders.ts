import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, storageCode } from '#shared/errors.ts'

/**
 * Paths of a file, of its unfinished upload and of its metadata. The account's folder is a hash of its name, which
 * may hold any character.
 */
export function pathsOf(
  home: string,
  { account, id }: { readonly account: string; readonly id: string },
): { readonly [K in 'folder' | 'whole' | 'part' | 'about']: string } {
  const folder = join(home, folderOf(account))
  const whole = join(folder, id)
  return { folder, whole, part: `${whole}.part`, about: `${whole}.json` }
}

/** The name of the folder in which the files of an account lie. */
export function folderOf(account: string): string {
  return createHash('sha256').update(account).digest('hex').slice(0, 32)
}

/** Removes what an upload that failed has left. What cannot be removed now is purged at the next start. */
export async function discard(...paths: readonly string[]): Promise<void> {
  await Promise.allSettled(paths.map((path) => rm(path, { force: true })))
}

/** Makes a rename in `folder` outlast a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; NTFS writes down renames by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Code of a file system error, such as "ENOENT"; empty for any other error. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^E[A-Z]+$/.test(code) ? code : ''
}

/** Failures of the disk become words, after `what` they mean; what else is thrown stays as it is. */
export function describeDiskError(error: unknown, what: string): unknown {
  const code = codeOf(error)
  if (error instanceof AppError || code === '') return error
  const advice =
    ADVICE[code] ??
    'Check that the disk works and that the data folder (GRIOT_HOME) is writable, then try again.'
  return new AppError(storageCode(error), `${what} (${code}). ${advice}`, error)
}

const NO_ROOM = 'The disk is full: free some space and try again.'
const ADVICE: Readonly<Record<string, string>> = { ENOSPC: NO_ROOM, EDQUOT: NO_ROOM }
