import { type ByteSource, bufferedReader } from '#provenance/c2pa/byte-source.ts'
import type { ContainerFormat } from './container.ts'
import { readId3Tag } from './id3.ts'
import { flac, mp3 } from './mp3-flac.ts'
import { ogg } from './ogg.ts'
import { wav } from './wav.ts'
import { webm } from './webm.ts'

/** Audio containers that can carry a manifest. */
export const CONTAINERS = { wav, mp3, flac, ogg, webm } as const

export type ContainerName = keyof typeof CONTAINERS
/**
 * Containers that can be signed while they are streamed. Behind a FLAC stream nothing may follow: libFLAC 1.4 and later calls
 * every byte there an error, whatever number of samples the stream states.
 */
export type StreamableName = Exclude<ContainerName, 'flac'>

/**
 * Detects the container by the bytes of a file. Undefined for one that cannot carry a manifest.
 *
 * This asks for less than `media/sniff.ts`, which tells whether a file can be played: a file whose header was tampered
 * with behind its first bytes has to come out as changed, not as one that cannot carry a manifest.
 */
export async function detectContainer(
  source: ByteSource,
  signal: AbortSignal,
): Promise<{ readonly name: ContainerName; readonly container: ContainerFormat } | undefined> {
  const name = await nameOf(source, signal)
  return name && { name, container: CONTAINERS[name] }
}

async function nameOf(source: ByteSource, signal: AbortSignal): Promise<ContainerName | undefined> {
  const cursor = bufferedReader(source, signal)
  const start = Buffer.from(await cursor.peek(0, 12))
  const magic = start.toString('latin1', 0, 4)
  if (/^(RIFF|RF64|BW64)$/.test(magic) && start.toString('latin1', 8, 12) === 'WAVE') return 'wav'
  if (magic === 'OggS') return 'ogg'
  if (start.length >= 4 && start.readUInt32BE(0) === 0x1a45_dfa3) return 'webm'
  const tag = await readId3Tag(source, cursor, 0)
  const sound = Buffer.from(await cursor.peek(tag ? tag.length : 0, 4))
  if (sound.toString('latin1') === 'fLaC') return 'flac'
  return tag || isMp3FrameHeader(sound) ? 'mp3' : undefined
}

/** True for the header of an MPEG audio frame of layer III. AAC in ADTS has the same first bits, with layer 0. */
function isMp3FrameHeader(head: Buffer): boolean {
  return head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2
}
