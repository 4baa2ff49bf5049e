import { openCursor, type Source } from '#provenance/c2pa/source.ts'
import type { Container } from './container.ts'
import { tagAt } from './id3.ts'
import { ogg } from './ogg.ts'
import { flac, mp3 } from './tagged.ts'
import { wav } from './wav.ts'
import { webm } from './webm.ts'

/** The audio containers that can carry a manifest. */
export const CONTAINERS = { wav, mp3, flac, ogg, webm } as const

export type ContainerName = keyof typeof CONTAINERS
/**
 * Those that can be signed while they are made. Behind a FLAC stream nothing may follow: libFLAC 1.4 and later calls
 * every byte there an error, whatever number of samples the stream states.
 */
export type StreamedName = Exclude<ContainerName, 'flac'>

/** Which container a file is, by its own bytes; undefined if none that can carry a manifest. */
export async function containerOf(
  source: Source,
  signal: AbortSignal,
): Promise<{ readonly name: ContainerName; readonly container: Container } | undefined> {
  const name = await nameOf(source, signal)
  return name && { name, container: CONTAINERS[name] }
}

async function nameOf(source: Source, signal: AbortSignal): Promise<ContainerName | undefined> {
  const cursor = openCursor(source, signal)
  const start = Buffer.from(await cursor.peek(0, 12))
  const magic = start.toString('latin1', 0, 4)
  if (/^(RIFF|RF64|BW64)$/.test(magic) && start.toString('latin1', 8, 12) === 'WAVE') return 'wav'
  if (magic === 'OggS') return 'ogg'
  if (start.length >= 4 && start.readUInt32BE(0) === 0x1a45_dfa3) return 'webm'
  const tag = await tagAt(source, cursor, 0)
  const sound = Buffer.from(await cursor.peek(tag ? tag.length : 0, 4))
  if (sound.toString('latin1') === 'fLaC') return 'flac'
  return tag || isLayerThree(sound) ? 'mp3' : undefined
}

/** The head of an MPEG audio frame, layer III: AAC in ADTS has the same first bits with layer 0. */
function isLayerThree(head: Buffer): boolean {
  return head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2
}
