import { BANDS } from '#speech/dsp/mel-bands.ts'

/** Cepstra beside the level. The higher ones are more of the pitch than of the words. */
const CEPSTRA = 12
const WEIGHTS = Float64Array.from({ length: CEPSTRA + 1 }, (_, c) =>
  c === 0 ? 0.7 : c > 6 ? 1 / 1.5 : 1,
)
/** Further below its loud frames a band is counted as silent, in dB: there noise is heard, not words. */
const RANGE_DECIBELS = 25
/** Values further from the mean are brought back to it, in standard deviations. */
const WIDEST = 3
const COSINES = Array.from({ length: CEPSTRA + 1 }, (_, c) =>
  Float64Array.from({ length: BANDS }, (__, b) => Math.cos((Math.PI * c * (b + 0.5)) / BANDS)),
)

/**
 * What of a recording's frames tells the words and not the voice: mel-cepstra (Davis & Mermelstein 1980) against their
 * mean and deviation over speech (Viikki & Laurila 1998). `frames`: mel spectra in dB.
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
      const apart = (value - mean[c]!) / deviation[c]!
      return WEIGHTS[c]! * Math.max(-WIDEST, Math.min(WIDEST, apart))
    }),
  )
}

function floorsOf(frames: readonly Float64Array[]): Float64Array {
  return Float64Array.from({ length: BANDS }, (_, band) => {
    const levels = Float64Array.from(frames, (frame) => frame[band]!).sort()
    return (levels[Math.floor(0.95 * (levels.length - 1))] ?? 0) - RANGE_DECIBELS
  })
}
