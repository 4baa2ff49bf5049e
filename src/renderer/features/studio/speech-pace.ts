/** Share of a new measurement in the mean of all. */
const WEIGHT = 0.3
/** Seconds of work for a second of sound until a line was measured: a cautious guess for two busy cores. */
const GUESS = 0.2

let pace: number | undefined

/** Measures a line that was spoken: `milliseconds` of work for `seconds` of sound. */
export function measureLine(milliseconds: number, seconds: number): void {
  if (seconds <= 0) return
  const measured = milliseconds / 1_000 / seconds
  pace = pace === undefined ? measured : pace + WEIGHT * (measured - pace)
}

/** Real-time factor of this computer as measured: seconds of work for a second of sound. */
export function realTimeFactor(): number {
  return pace ?? GUESS
}

/** Time left in words, rounded so that it does not flicker. @example `timeLeftWords(83)` is `'about 1 min 30 s left'`. */
export function timeLeftWords(seconds: number): string {
  if (seconds < 5) return 'a few seconds left'
  const rounded = seconds <= 55 ? Math.ceil(seconds / 5) * 5 : Math.ceil(seconds / 10) * 10
  const [minutes, rest] = [Math.floor(rounded / 60), rounded % 60]
  if (minutes === 0) return `about ${rest} s left`
  return rest === 0 ? `about ${minutes} min left` : `about ${minutes} min ${rest} s left`
}
