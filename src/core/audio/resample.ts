/** Half the length of the anti-aliasing filter, in periods of the lower of the two rates. */
const HALF_WIDTH = 24
/** Shape of the Kaiser window: about 80 dB of stop-band attenuation (Kaiser & Schafer 1980). */
const KAISER_BETA = 8
/** Pass-band edge as a part of the lower Nyquist frequency. */
const PASS_BAND = 0.97

interface Polyphase {
  readonly up: number
  readonly down: number
  /** One filter per output phase, each `taps` long. */
  readonly filters: readonly Float32Array[]
  readonly taps: number
}

const designs = new Map<string, Polyphase>()

/**
 * Change the sample rate by a rational factor with a polyphase windowed-sinc filter
 * (Crochiere & Rabiner 1983, "Multirate Digital Signal Processing", chapter 2).
 * `samples`: mono. `fromHz`, `toHz`: whole numbers. The result has `ceil(length * toHz / fromHz)` samples and no delay.
 */
export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return samples
  const { up, down, filters, taps } = designFor(fromHz, toHz)
  // Silence around the signal spares the inner loop its bounds.
  const padded = new Float32Array(samples.length + taps * 2)
  padded.set(samples, taps)
  const output = new Float32Array(Math.ceil((samples.length * up) / down))
  const before = taps - (taps >> 1) + 1
  for (let n = 0; n < output.length; n++) {
    const position = n * down
    const filter = filters[position % up]!
    const first = Math.floor(position / up) + before
    let sum = 0
    for (let k = 0; k < taps; k++) sum += filter[k]! * padded[first + k]!
    output[n] = sum
  }
  return output
}

function designFor(fromHz: number, toHz: number): Polyphase {
  const key = `${fromHz}:${toHz}`
  const known = designs.get(key)
  if (known) return known
  const divisor = greatestCommonDivisor(fromHz, toHz)
  const up = toHz / divisor
  const down = fromHz / divisor
  const cutoff = PASS_BAND * Math.min(1, toHz / fromHz)
  const half = Math.ceil(HALF_WIDTH * Math.max(1, fromHz / toHz))
  const taps = half * 2
  const filters = Array.from({ length: up }, (_, phase) => phaseFilter(phase / up, half, cutoff))
  const design = { up, down, filters, taps }
  designs.set(key, design)
  return design
}

/** The taps that read the input at a point `offset` (0 to 1) of a sample after the middle; they add up to 1. */
function phaseFilter(offset: number, half: number, cutoff: number): Float32Array {
  const filter = new Float32Array(half * 2)
  let total = 0
  for (let k = 0; k < filter.length; k++) {
    const distance = k - half + 1 - offset
    const value = cutoff * sinc(cutoff * distance) * kaiser(distance / half)
    filter[k] = value
    total += value
  }
  for (let k = 0; k < filter.length; k++) filter[k]! /= total
  return filter
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(KAISER_BETA * Math.sqrt(1 - x * x)) / besselI0(KAISER_BETA)
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
