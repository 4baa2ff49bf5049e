/** Half the length of the anti-aliasing filter, in periods of the lower of the two rates. */
const HALF_WIDTH = 24
/** Shape of the Kaiser window: about 80 dB of stop-band attenuation (Kaiser & Schafer 1980). */
const KAISER_BETA = 8
/** Pass-band edge as a part of the lower Nyquist frequency. */
const PASS_BAND = 0.97

interface Polyphase {
  readonly up: number
  readonly down: number
  /** One filter per output phase, each `taps` long, as doubles: what is multiplied need not be widened. */
  readonly filters: readonly Float64Array[]
  readonly taps: number
}

/**
 * Steepness of the filter: half its length in periods of the lower rate, and its pass band as a share of the lower
 * Nyquist frequency.
 */
export interface Sharpness {
  readonly halfWidth: number
  readonly passBand: number
}

const ORDINARY: Sharpness = { halfWidth: HALF_WIDTH, passBand: PASS_BAND }
const designs = new Map<string, Polyphase>()

/**
 * Change the sample rate by a rational factor with a polyphase windowed-sinc filter
 * (Crochiere & Rabiner 1983, "Multirate Digital Signal Processing", chapter 2).
 * `samples`: mono. `fromHz`, `toHz`: whole numbers. The result has `ceil(length * toHz / fromHz)` samples and no delay.
 * @example `resample(new Float32Array(160), 16_000, 24_000).length` is `240`.
 */
export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return samples
  const { up, down, filters, taps } = designFor(fromHz, toHz)
  // Silence around the signal spares the inner loop its bounds.
  const padded = new Float64Array(samples.length + taps * 2)
  padded.set(samples, taps)
  const output = new Float32Array(Math.ceil((samples.length * up) / down))
  const before = taps - (taps >> 1) + 1
  const filterOf = (n: number): Float64Array => filters[(n * down) % up]!
  const firstOf = (n: number): number => Math.floor((n * down) / up) + before
  // Three sums at a time: each waits for its own last addition, and the processor adds to the others meanwhile.
  for (let n = 0; n < output.length; n += 3) {
    const [filterA, filterB, filterC] = [filterOf(n), filterOf(n + 1), filterOf(n + 2)]
    const [firstA, firstB, firstC] = [firstOf(n), firstOf(n + 1), firstOf(n + 2)]
    let [sumA, sumB, sumC] = [0, 0, 0]
    for (let k = 0; k < taps; k++) {
      sumA += filterA[k]! * padded[firstA + k]!
      sumB += filterB[k]! * padded[firstB + k]!
      sumC += filterC[k]! * padded[firstC + k]!
    }
    output[n] = sumA
    // A write past the end of the typed array is ignored.
    output[n + 1] = sumB
    output[n + 2] = sumC
  }
  return output
}

/** Resamples a stream: the outputs together are what `resample` returns for the whole. */
interface Resampler {
  /** Output that these samples complete. */
  push(samples: Float32Array): Float32Array
  /** The rest, once all is pushed. */
  end(): Float32Array
}

/** Change the sample rate of a stream; holds back half a filter of sound. See `resample`. */
export function createResampler(
  fromHz: number,
  toHz: number,
  sharpness: Sharpness = ORDINARY,
): Resampler {
  const { up, down, filters, taps } = designFor(fromHz, toHz, sharpness)
  const before = taps - (taps >> 1) + 1
  /** Input as in `resample`, with `taps` zeros in front; samples that no filter needs any more are dropped. */
  let kept = new Float32Array(taps)
  let keptFrom = 0
  let taken = 0
  let given = 0
  const advance = (samples: Float32Array, most: number): Float32Array => {
    const all = new Float32Array(kept.length + samples.length)
    all.set(kept)
    all.set(samples, kept.length)
    const firstOf = (n: number): number => Math.floor((n * down) / up) + before - keptFrom
    const output: number[] = []
    for (; given < most && firstOf(given) + taps <= all.length; given++) {
      const filter = filters[(given * down) % up]!
      const first = firstOf(given)
      let sum = 0
      for (let k = 0; k < taps; k++) sum += filter[k]! * all[first + k]!
      output.push(sum)
    }
    const done = Math.max(0, Math.min(all.length, firstOf(given)))
    kept = all.slice(done)
    keptFrom += done
    return Float32Array.from(output)
  }
  return {
    push(samples) {
      taken += samples.length
      return advance(samples, Number.POSITIVE_INFINITY)
    },
    end: () => advance(new Float32Array(taps), Math.ceil((taken * up) / down)),
  }
}

function designFor(fromHz: number, toHz: number, sharpness = ORDINARY): Polyphase {
  const { halfWidth, passBand } = sharpness
  const key = `${fromHz}:${toHz}:${halfWidth}:${passBand}`
  const known = designs.get(key)
  if (known) return known
  const divisor = greatestCommonDivisor(fromHz, toHz)
  const up = toHz / divisor
  const down = fromHz / divisor
  const cutoff = passBand * Math.min(1, toHz / fromHz)
  const half = Math.ceil(halfWidth * Math.max(1, fromHz / toHz))
  const taps = half * 2
  const filters = Array.from({ length: up }, (_, phase) =>
    Float64Array.from(phaseFilter(phase / up, half, cutoff)),
  )
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
