import { SAMPLE_RATE } from '#shared/audio.ts'
import { transform } from '#speech/dsp/fft.ts'
import {
  FILTER_TAPS,
  type FrequencyResponse,
  minimumPhaseFilter,
  TRANSFORM_SIZE,
} from './minimum-phase-filter.ts'
import { type PhoneSegment, segmentNameAt } from './phone-segments.ts'

/**
 * Spectral envelope of a speaker relative to the base voice: gains in dB by mel band, for every segment (`sounds`)
 * and for all others (`all`).
 */
export interface SpectralEnvelope {
  readonly all: readonly number[]
  readonly sounds: Readonly<Record<string, readonly number[]>>
  /** Gain in dB under the lowest band, of all segments; left out, theirs in the lowest band. */
  readonly bass?: number
  /**
   * The envelope was measured after the equaliser, and is applied there. Older stored voices lack it: theirs was
   * measured before the equaliser; applied after it, they would hiss.
   */
  readonly followsEqualiser?: true
}

/** Filter of a segment, by its name. */
export type FilterLookup = (name: string) => FrequencyResponse

/** Filters of an envelope, each computed at its first use. */
export function cacheFilters({ all, sounds, bass }: SpectralEnvelope): FilterLookup {
  const known = new Map<readonly number[], FrequencyResponse>()
  return (name) => {
    const gains = sounds[name] ?? all
    const filter = known.get(gains) ?? minimumPhaseFilter(gains, bass)
    known.set(gains, filter)
    return filter
  }
}

/** Half a frame; together with the filter's tail a frame fits into one transform. */
const HOP = (TRANSFORM_SIZE - FILTER_TAPS) / 2
const WINDOW = Float64Array.from(
  { length: 2 * HOP },
  (_, n) => 0.5 - 0.5 * Math.cos((Math.PI * n) / HOP),
)
/** Offsets from the middle of a frame, in seconds, at which segments are looked up, and their weights. */
const OFFSETS = [-0.012, -0.006, 0, 0.006, 0.012]
const WEIGHTS = [1 / 9, 2 / 9, 3 / 9, 2 / 9, 1 / 9]

/**
 * Filters blocks of a sentence, in order and in place, with an envelope: frames of 26 ms whose windows add up to one,
 * each with the mean filter of its segments, by fast convolution (Stockham 1966), two frames in one transform. Adds no
 * delay; the result does not depend on where blocks end.
 */
export function openEnvelopeFilter(
  filterFor: FilterLookup,
  segments: readonly PhoneSegment[],
): (block: Float32Array, startSample: number) => void {
  const real = new Float64Array(TRANSFORM_SIZE)
  const imaginary = new Float64Array(TRANSFORM_SIZE)
  const means = [openFilterMean(filterFor, segments), openFilterMean(filterFor, segments)] as const
  let tail = new Float32Array(0)
  return (block, start) => {
    const output = new Float32Array(block.length + TRANSFORM_SIZE)
    output.set(tail)
    const end = start + block.length
    // Frame k is centred at k hops. Even frames always come first of their pair, whatever the block.
    for (let k = 2 * Math.floor(start / HOP / 2); (k - 1) * HOP < end; k += 2) {
      windowFrame(block, start, k, real)
      windowFrame(block, start, k + 1, imaginary)
      transform(real, imaginary)
      filterBoth(real, imaginary, means[0](k), means[1](k + 1))
      transform(imaginary, real)
      overlapAddFrame(real, output, (k - 1) * HOP - start)
      overlapAddFrame(imaginary, output, k * HOP - start)
    }
    block.set(output.subarray(0, block.length))
    tail = output.slice(block.length)
  }
}

/** Windows the part of frame `k` that lies in the block. */
function windowFrame(block: Float32Array, start: number, k: number, frame: Float64Array): void {
  frame.fill(0)
  const origin = (k - 1) * HOP - start
  const last = Math.min(2 * HOP, block.length - origin)
  for (let n = Math.max(0, -origin); n < last; n++) frame[n] = block[origin + n]! * WINDOW[n]!
}

function overlapAddFrame(frame: Float64Array, output: Float32Array, origin: number): void {
  const last = Math.min(TRANSFORM_SIZE, output.length - origin)
  for (let n = Math.max(0, -origin); n < last; n++)
    output[origin + n]! += frame[n]! / TRANSFORM_SIZE
}

/** Filter of a frame: the weighted mean over the segments around its middle. */
function openFilterMean(
  filterFor: FilterLookup,
  segments: readonly PhoneSegment[],
): (frame: number) => FrequencyResponse {
  const real = new Float64Array(TRANSFORM_SIZE / 2 + 1)
  const imaginary = new Float64Array(TRANSFORM_SIZE / 2 + 1)
  const filterAt = (frame: number, offset: number): FrequencyResponse =>
    filterFor(segmentNameAt(segments, (frame * HOP) / SAMPLE_RATE + offset))
  return (frame) => {
    const filters = OFFSETS.map((offset) => filterAt(frame, offset))
    const [first] = filters
    if (first && filters.every((filter) => filter === first)) return first
    real.fill(0)
    imaginary.fill(0)
    for (const [i, filter] of filters.entries()) {
      const weight = WEIGHTS[i]!
      for (let bin = 0; bin < real.length; bin++) {
        real[bin]! += weight * filter.real[bin]!
        imaginary[bin]! += weight * filter.imaginary[bin]!
      }
    }
    return { real, imaginary }
  }
}

/** Filters two real signals, one in the real and the other in the imaginary part of the transform's input. */
function filterBoth(
  real: Float64Array,
  imaginary: Float64Array,
  one: FrequencyResponse,
  two: FrequencyResponse,
): void {
  for (let bin = 0; bin <= TRANSFORM_SIZE / 2; bin++) {
    const mirror = (TRANSFORM_SIZE - bin) % TRANSFORM_SIZE
    const oneReal = (real[bin]! + real[mirror]!) / 2
    const oneImaginary = (imaginary[bin]! - imaginary[mirror]!) / 2
    const twoReal = (imaginary[bin]! + imaginary[mirror]!) / 2
    const twoImaginary = (real[mirror]! - real[bin]!) / 2
    const r1 = oneReal * one.real[bin]! - oneImaginary * one.imaginary[bin]!
    const i1 = oneReal * one.imaginary[bin]! + oneImaginary * one.real[bin]!
    const r2 = twoReal * two.real[bin]! - twoImaginary * two.imaginary[bin]!
    const i2 = twoReal * two.imaginary[bin]! + twoImaginary * two.real[bin]!
    real[bin] = r1 - i2
    imaginary[bin] = i1 + r2
    real[mirror] = r1 + i2
    imaginary[mirror] = r2 - i1
  }
}
