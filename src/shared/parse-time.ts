/** Hours, minutes and seconds, with a decimal point or comma; or seconds alone, also with "s". */
const CLOCK = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,3}))?$/
const SECONDS = /^(\d{1,6})(?:[.,](\d{1,6}))?\s*s?$/

/**
 * A time of a table in seconds; undefined for anything else.
 * @example `parseTime('00:01:02,500')` is `62.5`.
 * @example `parseTime('1:05')` is `65`.
 * @example `parseTime('12.25')` is `12.25`.
 * @example `parseTime('soon')` is `undefined`.
 */
export function parseTime(written: string): number | undefined {
  const time = written.trim()
  const clock = CLOCK.exec(time)
  if (clock) {
    const [, hours = '0', minutes = '0', seconds = '0', part = '0'] = clock
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${part}`)
  }
  const plain = SECONDS.exec(time)
  return plain ? Number(`${plain[1]}.${plain[2] ?? 0}`) : undefined
}
