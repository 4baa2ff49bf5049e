import { t } from '#renderer/i18n/i18n.ts'

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

/** Time left, in seconds, as words, rounded so that it does not flicker. @example `timeLeftWords(83)` is `'about 1 min 30 s left'`. */
export function timeLeftWords(left: number): string {
  if (left < 5) return t('studio:queue.fewSecondsLeft')
  const rounded = left <= 55 ? Math.ceil(left / 5) * 5 : Math.ceil(left / 10) * 10
  const [minutes, seconds] = [Math.floor(rounded / 60), rounded % 60]
  if (minutes === 0) return t('studio:queue.secondsLeft', { seconds })
  return seconds === 0
    ? t('studio:queue.minutesLeft', { minutes })
    : t('studio:queue.minutesAndSecondsLeft', { minutes, seconds })
}
