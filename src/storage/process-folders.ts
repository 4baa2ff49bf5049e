import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveProcess } from './live-process.ts'

/** Number and mark of a process, as in live-process.ts. */
const OF_A_PROCESS = /^\d+-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Another process that took over the number of a dead one does not keep its folder for longer. */
const LONGEST_MS = 24 * 60 * 60_000
/** Maximum age of files that older versions left here: fetched within the hour, or never. Milliseconds. */
const OLDER_MS = 60 * 60_000

/** The folder below `parent` for what is worth nothing once `process` has ended. Nothing is made. */
export function folderOfProcess(parent: string, { mark }: LiveProcess): string {
  return join(parent, mark.replace(' ', '-'))
}

/** Removes what processes that are gone have left below `parent`. Throws file system errors. */
export async function purgeProcessFolders(
  parent: string,
  process: LiveProcess,
  now: Date,
): Promise<void> {
  const own = folderOfProcess(parent, process)
  for (const name of await readdir(parent).catch(noneYet)) {
    const path = join(parent, name)
    if (path === own) continue
    const { mtimeMs } = await lstat(path)
    const ageMs = now.getTime() - mtimeMs
    const isOver = OF_A_PROCESS.test(name)
      ? !process.isAlive(name) || ageMs > LONGEST_MS
      : ageMs > OLDER_MS
    if (isOver) await rm(path, { recursive: true, force: true })
  }
}

function noneYet(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}
