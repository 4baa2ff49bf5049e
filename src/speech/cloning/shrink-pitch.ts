/** Typical median pitch of men and of women in Hz (Traunmüller & Eriksson 1995). */
const REGISTER_MEDIANS_HZ = [120, 210] as const
/** Variances in semitones²: of medians between speakers of one register, and between recordings of one speaker. */
const SPEAKER_VARIANCE = 12.5
const RECORDING_VARIANCE = 1.5
/** Sampling variance of the median of one second of speech; of longer ones, divided by the seconds. */
const ERROR_VARIANCE = 4
/** The same variances of the logarithm of the pitch range. */
const RANGE_SPEAKER_VARIANCE = 0.176
const RANGE_RECORDING_VARIANCE = 0.05
const RANGE_ERROR_VARIANCE = 0.25

/**
 * Shrinks a median pitch towards the registers by empirical Bayes (Morris 1983, "Parametric empirical Bayes
 * inference"): the estimate of the median that a longer recording of the speaker would have. The shift towards each
 * register is weighted by its likelihood. Variances are those of nine speakers and of stretches of 1, 2, 4 and 8 s of
 * their 44 recordings. An eighth of the distance is taken back for 2 s, a thirtieth for 10 s. `f0Hz` above 0.
 */
export function shrinkPitch(f0Hz: number, seconds: number): number {
  const error = ERROR_VARIANCE / seconds
  const prior = SPEAKER_VARIANCE + RECORDING_VARIANCE
  const deviations = REGISTER_MEDIANS_HZ.map((middle) => 12 * Math.log2(middle / f0Hz))
  const likelihoods = deviations.map((semitones) =>
    Math.exp(-(semitones ** 2) / (2 * (prior + error))),
  )
  const sum = likelihoods.reduce((total, part) => total + part, 0)
  const shift = deviations.reduce(
    (total, semitones, i) => total + semitones * (likelihoods[i]! / sum),
    0,
  )
  return f0Hz * 2 ** ((shift * error) / (error + prior) / 12)
}

/**
 * Share of the difference between the logarithms of the speaker's and the base's pitch range that is kept, by the same
 * method: a half for 2 s, two thirds for 8 s, three quarters for 30 s.
 */
export function rangeShrinkage(seconds: number): number {
  const error = RANGE_RECORDING_VARIANCE + RANGE_ERROR_VARIANCE / seconds
  return RANGE_SPEAKER_VARIANCE / (RANGE_SPEAKER_VARIANCE + error)
}
