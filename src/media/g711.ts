import type { AudioChunk } from '#shared/audio.ts'
import { nonEmptyChunks, toInt16 } from './pcm.ts'

export type CompandingLaw = 'mulaw' | 'alaw'

/**
 * Encodes G.711 (ITU-T), one byte a sample without a header, at the rate of the chunks. Bit-exact with ffmpeg; our own, so
 * that telephone formats start no encoder process.
 */
export async function* encodeG711(
  chunks: AsyncIterable<AudioChunk>,
  law: CompandingLaw,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const { samples } of nonEmptyChunks(chunks, signal))
    yield compand(toInt16(samples), law)
}

/**
 * Converts signed 16 bit samples to G.711 codes.
 * @example `compand(new Int16Array([0, 1_000]), 'alaw')` is `new Uint8Array([0xd5, 0xfa])`.
 */
export function compand(samples: Int16Array, law: CompandingLaw): Uint8Array {
  const codes = TABLES[law]
  return Uint8Array.from(samples, (sample) => codes[sample & 0xffff] ?? 0)
}

/** G.711 inverts bits on the line: all of them in mu-law, every second one in A-law. The top bit is the sign. */
const INVERSION = { mulaw: 0xff, alaw: 0xd5 } as const
const SIGN = 0x80
const LEVELS = 128

/** Table of the code of every 16 bit sample, by the sample as an unsigned index. */
function table(law: CompandingLaw): Uint8Array {
  const codes = new Uint8Array(65_536)
  const levels = levelOfMagnitude(law)
  for (let sample = -32_768; sample < 32_768; sample++) {
    // G.711 knows 14 bits: the two lowest are dropped, towards minus infinity.
    const coarse = sample >> 2
    const level = levels[Math.min(Math.abs(coarse), levels.length - 1)] ?? 0
    codes[sample & 0xffff] = level ^ INVERSION[law] ^ (coarse < 0 ? SIGN : 0)
  }
  return codes
}

/** Table of the nearest of 128 levels for every 14 bit magnitude; on the border between two, the louder one. */
function levelOfMagnitude(law: CompandingLaw): Uint8Array {
  const levels = new Uint8Array(8_192)
  let level = 0
  for (let magnitude = 0; magnitude < levels.length; magnitude++) {
    while (level < LEVELS - 1 && magnitude >= border(law, level)) level += 1
    levels[magnitude] = level
  }
  return levels
}

/** The middle between a level and the next, in 14 bit steps, rounded to the nearest. */
function border(law: CompandingLaw, level: number): number {
  return Math.floor((loudness[law](level) + loudness[law](level + 1) + 4) / 8)
}

/** The 16 bit value of a level: eight segments of sixteen equal steps, each segment twice as coarse as the one before. */
const loudness = {
  mulaw: (level: number): number => {
    const bias = 132
    return (((level & 15) * 8 + bias) << (level >> 4)) - bias
  },
  alaw: (level: number): number => {
    const segment = level >> 4
    const step = (level & 15) * 16 + 8
    return segment === 0 ? step : (step + 256) << (segment - 1)
  },
} as const

const TABLES: Readonly<Record<CompandingLaw, Uint8Array>> = {
  mulaw: table('mulaw'),
  alaw: table('alaw'),
}
