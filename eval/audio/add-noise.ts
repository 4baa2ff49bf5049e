import { openNoise } from '#speech/dsp/noise.ts'

/** Pink noise, or several people who talk at once. */
export type NoiseKind = 'pink' | 'babble'

/** Rows of the Voss-McCartney generator: each changes half as often as the one before. */
const OCTAVES = 16
const SEED = 1978

/**
 * Speech with noise that lies `decibels` below it, both by their mean power. Pink noise is the same at every run (Voss & Clarke
 * 1978, in McCartney's form); babble is the sum of `others`, each at one level, repeated where they are shorter.
 */
export function addNoise(
  speech: Float32Array,
  kind: NoiseKind,
  decibels: number,
  others: readonly Float32Array[] = [],
): Float32Array {
  const noise = kind === 'pink' ? pinkNoise(speech.length) : babble(speech.length, others)
  const gain = Math.sqrt(power(speech) / power(noise)) * 10 ** (-decibels / 20)
  return speech.map((sample, at) => sample + gain * noise[at]!)
}

function pinkNoise(length: number): Float32Array {
  const white = openNoise(SEED)
  const rows = Float64Array.from({ length: OCTAVES }, white)
  return Float32Array.from({ length }, (_, at) => {
    // The row that changes has the number of the lowest bit that is set.
    const row = Math.min(OCTAVES - 1, 31 - Math.clz32((at + 1) & -(at + 1)))
    rows[row] = white()
    return rows.reduce((sum, value) => sum + value, white()) / OCTAVES
  })
}

function babble(length: number, others: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(length)
  for (const voice of others) {
    const gain = 1 / Math.sqrt(power(voice))
    for (let at = 0; at < length; at++) sum[at]! += gain * voice[at % voice.length]!
  }
  return sum
}

function power(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
}
