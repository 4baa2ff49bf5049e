import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Age after which files that are no longer written to were left by a program that was killed. */
const STALE_MS = 60 * 60_000

/**
 * Removes files that killed programs left in the folder of files that are being signed or verified. A file that is still
 * growing stays, however old it is: an answer takes as long as its listener. Throws what the file system throws.
 */
export async function removeStaleWork(folder: string, now: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const inside = (await namesIn(path)).map((file) => join(path, file))
    const written = await Promise.all([path, ...inside].map(writtenAt))
    if (now.getTime() - Math.max(...written) > STALE_MS)
      await rm(path, { recursive: true, force: true })
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // A file has nothing inside, and another program may just have removed the folder.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}

/** Time of the last change in milliseconds since 1970; 0 for a file that is gone. */
async function writtenAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
}
