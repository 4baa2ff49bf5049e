import { BANDS } from '#speech/dsp/mel-bands.ts'

/** Number of mel-cepstra beside the level. Higher ones depend more on pitch than on words. */
const CEPSTRA = 12
const WEIGHTS = Float64Array.from({ length: CEPSTRA + 1 }, (_, c) =>
  c === 0 ? 0.7 : c > 6 ? 1 / 1.5 : 1,
)
/** Distance below its loud frames, in dB, under which a band counts as silent: it holds noise there, no words. */
const DYNAMIC_RANGE_DECIBELS = 25
/** Values are clipped at this many standard deviations from the mean. */
const MAX_DEVIATIONS = 3
const COSINES = Array.from({ length: CEPSTRA + 1 }, (_, c) =>
  Float64Array.from({ length: BANDS }, (__, b) => Math.cos((Math.PI * c * (b + 0.5)) / BANDS)),
)

/**
 * Features that depend on words more than on the voice: mel-cepstra (Davis & Mermelstein 1980), normalised to mean and
 * variance over speech (Viikki & Laurila 1998). `frames`: mel spectra in dB. Returns 13 values a frame.
 */
export function wordFeatures(
  frames: readonly Float64Array[],
  isSpeech: readonly boolean[],
): readonly Float64Array[] {
  const floors = floorsOf(frames)
  const cepstra = frames.map((frame) =>
    Float64Array.from(COSINES, (cosines) => {
      let sum = 0
      for (let b = 0; b < BANDS; b++) sum += cosines[b]! * Math.max(frame[b]!, floors[b]!)
      return sum
    }),
  )
  const speech = cepstra.filter((_, i) => isSpeech[i])
  const count = Math.max(1, speech.length)
  const mean = WEIGHTS.map((_, c) => speech.reduce((sum, frame) => sum + frame[c]!, 0) / count)
  const deviation = WEIGHTS.map((_, c) =>
    Math.sqrt(1e-6 + speech.reduce((sum, frame) => sum + (frame[c]! - mean[c]!) ** 2, 0) / count),
  )
  return cepstra.map((frame) =>
    frame.map((value, c) => {
      const standardised = (value - mean[c]!) / deviation[c]!
      return WEIGHTS[c]! * Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, standardised))
    }),
  )
}

function floorsOf(frames: readonly Float64Array[]): Float64Array {
  return Float64Array.from({ length: BANDS }, (_, band) => {
    const levels = Float64Array.from(frames, (frame) => frame[band]!).sort()
    return (levels[Math.floor(0.95 * (levels.length - 1))] ?? 0) - DYNAMIC_RANGE_DECIBELS
  })
}
