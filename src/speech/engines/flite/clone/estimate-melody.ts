/** Typical medians of men and of women (Traunmüller & Eriksson 1995), in Hz. */
const REGISTERS = [120, 210] as const
/** Variances in semitones², of the medians of speakers of one register and of those of one speaker's recordings. */
const BETWEEN_SPEAKERS = 12.5
const BETWEEN_RECORDINGS = 1.5
/** Variance that the median of a second of speech has beyond that; of longer ones, divided by the seconds. */
const OF_A_SECOND = 4
/** The same of the logarithm of the range. */
const RANGE_BETWEEN_SPEAKERS = 0.176
const RANGE_BETWEEN_RECORDINGS = 0.05
const RANGE_OF_A_SECOND = 0.25

/**
 * The median pitch that a longer recording of the same speaker would have, by empirical Bayes (Morris 1983, "Parametric
 * empirical Bayes inference"): what was heard, drawn to the middle of its register by the share that chance has in the
 * variance among speakers, and to both where it lies between them, by how likely each is. The variances are those of
 * nine speakers and of stretches of 1, 2, 4 and 8 s of their 44 recordings. Of 2 s an eighth is taken back, of 10 s a
 * thirtieth. `f0Hz` above 0.
 */
export function likelyPitch(f0Hz: number, seconds: number): number {
  const chance = OF_A_SECOND / seconds
  const spread = BETWEEN_SPEAKERS + BETWEEN_RECORDINGS
  const away = REGISTERS.map((middle) => 12 * Math.log2(middle / f0Hz))
  const likely = away.map((semitones) => Math.exp(-(semitones ** 2) / (2 * (spread + chance))))
  const sum = likely.reduce((total, part) => total + part, 0)
  const pull = away.reduce((total, semitones, i) => total + semitones * (likely[i]! / sum), 0)
  return f0Hz * 2 ** ((pull * chance) / (chance + spread) / 12)
}

/**
 * How much of what sets the logarithm of the range apart from that of a base is the speaker's, by the same method: half
 * of it in 2 s, two thirds in 8 s, three quarters in 30 s.
 */
export function shareOfRange(seconds: number): number {
  const chance = RANGE_BETWEEN_RECORDINGS + RANGE_OF_A_SECOND / seconds
  return RANGE_BETWEEN_SPEAKERS / (RANGE_BETWEEN_SPEAKERS + chance)
}
