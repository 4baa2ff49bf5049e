import { BANDS, centreHz, valueAt } from '#speech/dsp/mel-bands.ts'

/** Mean spectrum of a voice and the variation of each mel band, in dB. */
export interface LongTermSpectrum {
  readonly mean: Float64Array
  readonly variation: Float64Array
}

/** Formant scale at which one spectrum fits another best, and the distance left. */
export interface WarpFit {
  readonly scale: number
  /** Root mean square in dB. */
  readonly distance: number
}

const MIN_SCALE = 0.82
const MAX_SCALE = 1.26
const STEP = 0.01
/** Standard deviation of the logarithm of the scale around the expected one, and the cost of one deviation in dB. */
const PRIOR_DEVIATION = 0.12
const PRIOR_COST_DECIBELS = 0.6
/** Bands below depend on the pitch, bands above on the recording equipment. */
const LOWEST_HZ = 250
const HIGHEST_HZ = 6_000
/** Weight of the variation, which no microphone changes, relative to the mean. */
const VARIATION_WEIGHT = 1.5

/**
 * Estimates the vocal tract length factor between two voices (Lee & Rose 1998, "A frequency warping approach to speaker
 * normalization") by a search over factors, ignoring level and spectral tilt, which depend on the equipment.
 * `expected`: the prior of the factor.
 */
export function fitVocalTractLength(
  from: LongTermSpectrum,
  to: LongTermSpectrum,
  expected: number,
): WarpFit {
  const bands = Array.from({ length: BANDS }, (_, band) => band).filter(
    (band) => centreHz(band) > LOWEST_HZ && centreHz(band) < HIGHEST_HZ,
  )
  let best: WarpFit = { scale: 1, distance: Number.POSITIVE_INFINITY }
  for (let scale = MIN_SCALE; scale <= MAX_SCALE; scale += STEP) {
    const means = bands.map((band) => to.mean[band]! - valueAt(from.mean, centreHz(band) / scale))
    const variations = bands.map(
      (band) => to.variation[band]! - valueAt(from.variation, centreHz(band) / scale),
    )
    const penalty = PRIOR_COST_DECIBELS * (Math.log(scale / expected) / PRIOR_DEVIATION) ** 2
    const distance =
      rootMeanSquare(detrended(means)) + VARIATION_WEIGHT * rootMeanSquare(variations) + penalty
    if (distance < best.distance) best = { scale, distance }
  }
  return best
}

/** Removes mean and linear trend (least squares). */
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
