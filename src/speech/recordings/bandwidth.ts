import { BANDS, centreHz, positionOf } from '#speech/dsp/mel-bands.ts'

/** Telephone band in Hz (ITU-T G.712). */
const TELEPHONE = { lowest: 300, highest: 3_400 }
/**
 * Attenuation above the telephone band: 75 dB in telephone recordings; the dullest of 22 wide-band recordings loses 20.
 */
const MISSING_DECIBELS = 35
/** Band above the telephone's, up to where fricatives have energy. */
const ABOVE = { from: 4_300, to: 7_200 }
const BELOW = { from: 1_000, to: 3_200 }

/**
 * Whether a recording has only the bandwidth of a telephone: true where, by the 90th percentile of its speech frames, 1 to
 * 3.2 kHz is more than 35 dB above 4.3 to 7.2 kHz. `frames`: mel spectra in dB, `BANDS` values each. `isSpeech`: one per
 * frame.
 */
export function isNarrow(frames: readonly Float64Array[], isSpeech: readonly boolean[]): boolean {
  const speech = frames.filter((_, i) => isSpeech[i])
  return loudest(speech, BELOW) - loudest(speech, ABOVE) > MISSING_DECIBELS
}

/**
 * Replaces gains outside the telephone band by the mean of their nearest neighbours inside it: below 300 Hz of 4 bands,
 * above 3.1 kHz of 6. `gains`: one for each mel band. Returns a new array.
 */
export function withoutTelephone(gains: Float64Array): Float64Array {
  const first = Math.ceil(positionOf(TELEPHONE.lowest))
  const last = Math.floor(positionOf(TELEPHONE.highest * 0.92))
  const mean = (from: number, to: number): number =>
    gains.slice(from, to).reduce((sum, gain) => sum + gain, 0) / (to - from)
  const low = mean(first, first + 4)
  const high = mean(last - 5, last + 1)
  return gains.map((gain, band) => (band < first ? low : band > last ? high : gain))
}

interface Stretch {
  readonly from: number
  readonly to: number
}

function loudest(frames: readonly Float64Array[], { from, to }: Stretch): number {
  const bands = Array.from({ length: BANDS }, (_, band) => band).filter(
    (band) => centreHz(band) > from && centreHz(band) < to,
  )
  const levels = bands.map((band) => {
    const sorted = Float64Array.from(frames, (frame) => frame[band]!).sort()
    return sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0
  })
  return levels.reduce((sum, level) => sum + level, 0) / levels.length
}
