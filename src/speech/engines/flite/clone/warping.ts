import { BANDS, centreHz, valueAt } from '#speech/dsp/mel-bands.ts'

/** The mean spectrum of a voice and how much each band of it moves, in dB. */
export interface Shape {
  readonly mean: Float64Array
  readonly movement: Float64Array
}

/** How well two shapes fit, and the factor on all formants of the first at which they fit best. */
export interface Fit {
  readonly scale: number
  /** Root mean square of what is left, in dB. */
  readonly distance: number
}

const NARROWEST = 0.82
const WIDEST = 1.26
const STEP = 0.01
/** What a factor that is this far from the expected one costs, in dB. */
const SPREAD = 0.12
const COST_DECIBELS = 0.6
/** Bands below carry the pitch, bands above the recorder. */
const LOWEST_HZ = 250
const HIGHEST_HZ = 6_000
/** Weight of the movement, which no microphone changes, against the mean. */
const MOVEMENT = 1.5

/**
 * The vocal tract length factor that brings the spectrum of one voice to that of another (Lee & Rose 1998, "A frequency
 * warping approach to speaker normalization", by a search over factors), over everything but a slope and a level, which
 * recorders change. `expected`: where the factor lies if the spectra say nothing.
 */
export function fitWarping(from: Shape, to: Shape, expected: number): Fit {
  const bands = Array.from({ length: BANDS }, (_, band) => band).filter(
    (band) => centreHz(band) > LOWEST_HZ && centreHz(band) < HIGHEST_HZ,
  )
  let best: Fit = { scale: 1, distance: Number.POSITIVE_INFINITY }
  for (let scale = NARROWEST; scale <= WIDEST; scale += STEP) {
    const means = bands.map((band) => to.mean[band]! - valueAt(from.mean, centreHz(band) / scale))
    const moves = bands.map(
      (band) => to.movement[band]! - valueAt(from.movement, centreHz(band) / scale),
    )
    const unlikely = COST_DECIBELS * (Math.log(scale / expected) / SPREAD) ** 2
    const distance = rootMeanSquare(detrended(means)) + MOVEMENT * rootMeanSquare(moves) + unlikely
    if (distance < best.distance) best = { scale, distance }
  }
  return best
}

/** Without its level and its slope (least squares). */
function detrended(values: readonly number[]): readonly number[] {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let product = 0
  let squares = 0
  for (const [i, value] of values.entries()) {
    product += (i - middle) * (value - mean)
    squares += (i - middle) ** 2
  }
  return values.map((value, i) => value - mean - (product / squares) * (i - middle))
}

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
