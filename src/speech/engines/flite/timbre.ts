import { SAMPLE_RATE } from '#shared/audio.ts'
import { transform } from '#speech/dsp/fft.ts'
import { nameAt, type Sound } from './sounds.ts'
import { filterOf, type Response, SIZE, TAPS } from './timbre-filter.ts'

/**
 * How somebody's throat and mouth sound where the base's do not: gains in dB by mel band, for each sound of the base,
 * and for whatever has no gains of its own.
 */
export interface Timbre {
  readonly all: readonly number[]
  readonly sounds: Readonly<Record<string, readonly number[]>>
  /**
   * Measured, and so heard, with the colour before it. Those that are stored without were measured with the colour after
   * it, and would hiss.
   */
  readonly followsColour?: true
}

/** The filter of a sound. */
export type FilterFor = (name: string) => Response

/** The filters of a timbre, each made when its sound is first heard. */
export function rememberFilters({ all, sounds }: Timbre): FilterFor {
  const known = new Map<readonly number[], Response>()
  return (name) => {
    const gains = sounds[name] ?? all
    const filter = known.get(gains) ?? filterOf(gains)
    known.set(gains, filter)
    return filter
  }
}

/** Half of a frame; with the filter's end it fits into one transform. */
const HOP = (SIZE - TAPS) / 2
const WINDOW = Float64Array.from(
  { length: 2 * HOP },
  (_, n) => 0.5 - 0.5 * Math.cos((Math.PI * n) / HOP),
)
/** How far around a frame's middle its sounds are looked for, in seconds, and how much each place counts. */
const PLACES = [-0.012, -0.006, 0, 0.006, 0.012]
const WEIGHTS = [1 / 9, 2 / 9, 3 / 9, 2 / 9, 1 / 9]

/**
 * Gives blocks of a sentence, in order and in place, a timbre: frames of 26 ms whose windows add up to one, each through
 * the filter of the sounds it lies in, by fast convolution (Stockham 1966), two frames in one transform. Nothing is
 * delayed, and where the blocks end does not matter.
 */
export function openTimbre(
  filterFor: FilterFor,
  sounds: readonly Sound[],
): (block: Float32Array, startSample: number) => void {
  const real = new Float64Array(SIZE)
  const imaginary = new Float64Array(SIZE)
  const blends = [openBlend(filterFor, sounds), openBlend(filterFor, sounds)] as const
  let tail = new Float32Array(0)
  return (block, start) => {
    const output = new Float32Array(block.length + SIZE)
    output.set(tail)
    const end = start + block.length
    // Frame k has its middle at k hops. An even one is always first of its pair, whatever the block.
    for (let k = 2 * Math.floor(start / HOP / 2); (k - 1) * HOP < end; k += 2) {
      cut(block, start, k, real)
      cut(block, start, k + 1, imaginary)
      transform(real, imaginary)
      filterBoth(real, imaginary, blends[0](k), blends[1](k + 1))
      transform(imaginary, real)
      lay(real, output, (k - 1) * HOP - start)
      lay(imaginary, output, k * HOP - start)
    }
    block.set(output.subarray(0, block.length))
    tail = output.slice(block.length)
  }
}

/** The part of frame `k` that lies in the block, windowed. */
function cut(block: Float32Array, start: number, k: number, frame: Float64Array): void {
  frame.fill(0)
  const origin = (k - 1) * HOP - start
  const last = Math.min(2 * HOP, block.length - origin)
  for (let n = Math.max(0, -origin); n < last; n++) frame[n] = block[origin + n]! * WINDOW[n]!
}

function lay(frame: Float64Array, output: Float32Array, origin: number): void {
  const last = Math.min(SIZE, output.length - origin)
  for (let n = Math.max(0, -origin); n < last; n++) output[origin + n]! += frame[n]! / SIZE
}

/** The filter of a frame: a mean over the sounds around its middle. */
function openBlend(filterFor: FilterFor, sounds: readonly Sound[]): (frame: number) => Response {
  const real = new Float64Array(SIZE / 2 + 1)
  const imaginary = new Float64Array(SIZE / 2 + 1)
  const filterAt = (frame: number, place: number): Response =>
    filterFor(nameAt(sounds, (frame * HOP) / SAMPLE_RATE + place))
  return (frame) => {
    const filters = PLACES.map((place) => filterAt(frame, place))
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

/** Filters two real signals, of which one lies in the real and the other in the imaginary part before the transform. */
function filterBoth(
  real: Float64Array,
  imaginary: Float64Array,
  one: Response,
  two: Response,
): void {
  for (let bin = 0; bin <= SIZE / 2; bin++) {
    const mirror = (SIZE - bin) % SIZE
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
