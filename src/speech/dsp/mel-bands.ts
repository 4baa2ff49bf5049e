/** Bands of a spectrum, evenly spaced on the mel scale from `LOWEST_HZ` to `HIGHEST_HZ`. */
export const BANDS = 40
const LOWEST_HZ = 80
const HIGHEST_HZ = 7_900

/** Stevens, Volkmann & Newman 1937, in O'Shaughnessy's form (1987). */
const toMel = (hz: number): number => 2_595 * Math.log10(1 + hz / 700)
const fromMel = (mel: number): number => 700 * (10 ** (mel / 2_595) - 1)
const MEL_STEP = (toMel(HIGHEST_HZ) - toMel(LOWEST_HZ)) / (BANDS + 1)

/** The middle of a band in Hz. */
export const centreHz = (band: number): number => fromMel(toMel(LOWEST_HZ) + (band + 1) * MEL_STEP)

/** Position of a frequency in bands: 0 is the centre of the first one. */
export const positionOf = (hz: number): number => (toMel(hz) - toMel(LOWEST_HZ)) / MEL_STEP - 1

/** A value for each band at any frequency, in a straight line from band to band, level beyond the first and the last. */
export function valueAt(values: ArrayLike<number>, hz: number): number {
  const at = Math.max(0, Math.min(BANDS - 1.000_001, positionOf(hz)))
  const band = Math.floor(at)
  return values[band]! + (values[band + 1]! - values[band]!) * (at - band)
}
