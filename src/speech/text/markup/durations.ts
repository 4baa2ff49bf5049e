/** The longest silence that can be asked for, in seconds. */
export const LONGEST_PAUSE = 10

const DURATION = /^\s*\+?(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})\s*(ms|s)\s*$/i

/** Seconds of "300ms" or "1.5s"; undefined where it is no duration from 0 to 10 s. */
export function parsePause(text: string): number | undefined {
  const seconds = parseSeconds(text)
  return seconds !== undefined && seconds <= LONGEST_PAUSE ? seconds : undefined
}

/** Seconds of "300ms" or "1.5s", however long; undefined where it is no duration. */
export function parseSeconds(text: string): number | undefined {
  const [, figure, unit = ''] = DURATION.exec(text) ?? []
  if (figure === undefined) return undefined
  return unit.toLowerCase() === 'ms' ? Number(figure) / 1_000 : Number(figure)
}
