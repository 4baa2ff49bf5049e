/** The longest silence that can be asked for, in seconds. */
export const LONGEST_PAUSE = 10

const DURATION = /^\s*\+?(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})\s*(ms|s)\s*$/i

/** Seconds of "300ms" or "1.5s"; undefined where it is no duration from 0 to 10 s. */
export function parsePause(text: string): number | undefined {
  const [, figure, unit = ''] = DURATION.exec(text) ?? []
  if (figure === undefined) return undefined
  const seconds = unit.toLowerCase() === 'ms' ? Number(figure) / 1_000 : Number(figure)
  return seconds <= LONGEST_PAUSE ? seconds : undefined
}
