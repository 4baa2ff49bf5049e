/** How a voice sounds: its pitch, and the distribution of its mel-cepstra. */
export interface VoicePrint {
  /** Median of the fundamental frequency. */
  readonly f0Hz: number
  /** From the 10th to the 90th percentile of the pitch. */
  readonly rangeSemitones: number
  /** Of each mel-cepstral coefficient. */
  readonly mean: readonly number[]
  readonly deviation: readonly number[]
}

/** A spread of pitch within one speaker that counts as a distance of 1, in semitones. */
const PITCH_SPREAD = 2

/** The voice print of frames: fundamental frequencies in Hz (0 where unvoiced), and mel-cepstra. */
export function voicePrintOf(
  f0: readonly number[],
  cepstra: readonly (readonly number[])[],
): VoicePrint {
  const semitones = f0
    .filter((hz) => hz > 0)
    .map((hz) => 12 * Math.log2(hz / 100))
    .sort((a, b) => a - b)
  const quantile = (q: number): number => semitones[Math.floor(q * (semitones.length - 1))] ?? 0
  const mean = (cepstra[0] ?? []).map(
    (_, d) => cepstra.reduce((sum, frame) => sum + frame[d]!, 0) / cepstra.length,
  )
  const deviation = mean.map((own, d) =>
    Math.sqrt(cepstra.reduce((sum, frame) => sum + (frame[d]! - own) ** 2, 0) / cepstra.length),
  )
  return {
    f0Hz: 100 * 2 ** (quantile(0.5) / 12),
    rangeSemitones: quantile(0.9) - quantile(0.1),
    mean,
    deviation,
  }
}

/**
 * Distance of two voices: the difference of their median pitch over a spread of 2 semitones, and the Mahalanobis distance of
 * their mean mel-cepstra over the mean of their variances, as the two sides of a right angle.
 */
export function voiceDistance(a: VoicePrint, b: VoicePrint): number {
  const pitch = (12 * Math.abs(Math.log2(a.f0Hz / b.f0Hz))) / PITCH_SPREAD
  let squares = 0
  for (const [d, mean] of a.mean.entries()) {
    const variance = 0.5 * (a.deviation[d]! ** 2 + b.deviation[d]! ** 2)
    squares += (mean - b.mean[d]!) ** 2 / variance
  }
  return Math.hypot(pitch, Math.sqrt(squares))
}
