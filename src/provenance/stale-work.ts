import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What has not been written to for so long was left by a program that was killed. */
const LEFT_MS = 60 * 60_000

/**
 * Removes what killed programs left in the folder of files that are being signed or checked. What is still growing
 * stays, however long ago it was begun: an answer takes as long as its listener. Throws what the disk says.
 */
export async function removeStaleWork(folder: string, now: Date): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const inside = (await namesIn(path)).map((file) => join(path, file))
    const written = await Promise.all([path, ...inside].map(writtenAt))
    if (now.getTime() - Math.max(...written) > LEFT_MS)
      await rm(path, { recursive: true, force: true })
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // What is no folder has nothing inside, and another program may just have removed it.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}

/** In milliseconds; of what is gone by now, the beginning of time. */
async function writtenAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
}
