import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readClipMetadata } from './clip-folder.ts'

/** A name of a clip's folder: the number that the window gave it. */
export const CLIP_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Retention time of a clip, in milliseconds. */
export const KEPT_MS = 30 * 24 * 60 * 60_000
/** A file comes in within minutes, and is still where it came from. */
const ARRIVING_MS = 24 * 60 * 60_000

/** Removes clips that have waited too long in `folder`, and what never became one. Throws file system errors. */
export async function purgeClips(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const place = join(folder, name)
    if (now.getTime() > (await keptUntil(place))) await rm(place, { recursive: true, force: true })
  }
}

async function keptUntil(place: string): Promise<number> {
  const about = await readClipMetadata(place).catch(() => undefined)
  const touched = (await stat(place).catch(() => undefined))?.mtimeMs ?? Number.POSITIVE_INFINITY
  // One that another Griot has written is still somebody's recording.
  if (!about && (await stat(join(place, 'about.json')).catch(() => undefined)))
    return touched + KEPT_MS
  if (!about) return touched + ARRIVING_MS
  const startedAt = Date.parse(about.startedAt)
  const sound = await stat(join(place, 'sound.wav')).catch(() => undefined)
  return startedAt + (about.source === 'file' && !sound ? ARRIVING_MS : KEPT_MS)
}
