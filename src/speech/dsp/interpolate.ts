import { resample } from './resample.ts'

/** Source samples upsampled at a time. */
const BLOCK = 4_096
/** Samples on either side over which the resampler's edges matter. */
const MARGIN = 64

/**
 * Reads `samples` (mono at `rate` Hz) at any time in seconds: the source is upsampled threefold block by block, on
 * demand, and a Catmull-Rom cubic interpolates between those samples, which is exact enough at a sixth of their rate.
 */
export function openInterpolator(samples: Float32Array, rate: number): (seconds: number) => number {
  const fine = new Float32Array(samples.length * 3)
  const isReady = new Uint8Array(Math.ceil(samples.length / BLOCK))
  const prepare = (block: number): void => {
    isReady[block] = 1
    const from = block * BLOCK
    const before = Math.min(MARGIN, from)
    const part = samples.subarray(from - before, from + BLOCK + MARGIN)
    const upsampled = resample(part, rate, rate * 3)
    fine.set(
      upsampled.subarray(before * 3, before * 3 + Math.min(BLOCK, samples.length - from) * 3),
      from * 3,
    )
  }
  return (seconds) => {
    const position = seconds * rate * 3
    const i = Math.floor(position)
    if (i < 1 || i + 2 >= fine.length) return 0
    const first = Math.floor((i - 1) / (BLOCK * 3))
    const last = Math.floor((i + 2) / (BLOCK * 3))
    if (isReady[first] === 0) prepare(first)
    if (isReady[last] === 0) prepare(last)
    const t = position - i
    const a = fine[i - 1]!
    const b = fine[i]!
    const c = fine[i + 1]!
    const d = fine[i + 2]!
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  }
}
