import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_RATE } from '#shared/audio.ts'
import type { Clip } from '#shared/clips.ts'
import { arrivedBytes, type ClipMetadata, readClipMetadata, soundBytes } from './clip-folder.ts'
import { CLIP_ID } from './purge.ts'

const BYTES_PER_SECOND = SAMPLE_RATE * 2

/** Whether a clip is being recorded now. */
export type IsRecording = (id: string, place: string, about: ClipMetadata) => Promise<boolean>

/** The clips in `folder`, the newest first, without those that are being recorded and files that never came whole. */
export async function listClips(
  folder: string,
  isRecording: IsRecording,
): Promise<readonly Clip[]> {
  const clips: Clip[] = []
  for (const id of await readdir(folder)) {
    const place = join(folder, id)
    const about = CLIP_ID.test(id) ? await readClipMetadata(place) : undefined
    if (!about || (await isRecording(id, place, about))) continue
    const clip = await shownClip(id, place, about)
    if (clip.isFinished || clip.source === 'microphone') clips.push(clip)
  }
  return clips.sort((one, other) => other.startedAt.localeCompare(one.startedAt))
}

/** A clip as a window sees it. `place`: its folder. */
export async function shownClip(clipId: string, place: string, about: ClipMetadata): Promise<Clip> {
  const { source, startedAt } = about
  const bytes = await soundBytes(place)
  const isFinished = bytes !== undefined
  const known = { clipId, source, startedAt, isFinished }
  if (about.source === 'file')
    return { ...known, fileName: about.fileName, seconds: (bytes ?? 0) / BYTES_PER_SECOND }
  const came = (await arrivedBytes(place, about)) / (2 * about.rate)
  return { ...known, seconds: isFinished ? bytes / BYTES_PER_SECOND : came }
}
