import { SAMPLE_RATE } from '#shared/audio.ts'
import type { Cut } from '#shared/clips.ts'

/** The part of `pcm` (24 kHz mono, 16 bit little endian) that a cut leaves; empty where its ends have crossed. */
export function cutPcm(pcm: Uint8Array, { start, end }: Pick<Cut, 'start' | 'end'>): Uint8Array {
  const [from, to] = [start, end].map((seconds) => 2 * Math.round(seconds * SAMPLE_RATE))
  return pcm.subarray(from, Math.max(from ?? 0, to ?? 0))
}
