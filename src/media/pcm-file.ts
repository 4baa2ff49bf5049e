import { open } from 'node:fs/promises'
import { type AudioChunk, SAMPLE_RATE } from '#shared/audio.ts'
import { toSamples } from './pcm.ts'

const BYTES_PER_SAMPLE = 2
const CHUNK_SAMPLES = SAMPLE_RATE

/** Sound in a file: 24 kHz mono, 16 bit little endian, without a header. */
export interface PcmFile {
  readonly path: string
  readonly samples: number
}

/** Length in seconds. */
export function secondsOf({ samples }: Pick<PcmFile, 'samples'>): number {
  return samples / SAMPLE_RATE
}

/** The bytes of the sound, a second at a time, each piece of whole samples. */
export async function* readPcmBytes({ path }: PcmFile): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  try {
    let left = new Uint8Array(0)
    for (;;) {
      const piece = new Uint8Array(CHUNK_SAMPLES * BYTES_PER_SAMPLE)
      piece.set(left)
      const { bytesRead } = await file.read(piece, left.length, piece.length - left.length)
      const length = left.length + bytesRead
      if (bytesRead === 0) return
      const whole = length - (length % BYTES_PER_SAMPLE)
      left = piece.slice(whole, length)
      yield piece.subarray(0, whole)
    }
  } finally {
    await file.close()
  }
}

/** The sound a second at a time. */
export async function* readPcm(file: PcmFile): AsyncGenerator<AudioChunk> {
  for await (const bytes of readPcmBytes(file)) yield { samples: toSamples(bytes) }
}
