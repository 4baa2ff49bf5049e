import { spell } from './letters.ts'
import { cardinal, digitByDigit, pair, quantity } from './number-words.ts'
import { readPointedTimes } from './pointed-times.ts'
import { sentenceMayEnd } from './sentence-start.ts'

const MERIDIEM = '(?:[ap]\\.\\s?m\\.|[ap]\\.?m(?![\\p{L}\\d]))'
const START = '(?<![\\p{L}\\d.,:/$£€₦])'
const CLOCK = '\\d{1,2}(?:[:.]\\d{2})?'
const TO = '\\s?[-–—]\\s?'

const TWELVE_HOUR_RANGE = new RegExp(
  `${START}(${CLOCK}(?:\\s?${MERIDIEM})?)${TO}(?=${CLOCK}\\s?${MERIDIEM})`,
  'giu',
)
/** "9.30-10.15am": the first time has a point as well. */
const POINTED_START = new RegExp(
  `${START}(\\d{1,2})\\.([0-5]\\d)(?=(?:${TO}| to )\\d{1,2}(?:[:.]\\d{2})?\\s?${MERIDIEM})`,
  'giu',
)
/** "noon–2pm", "9am-midnight" */
const FROM_NOON = new RegExp(
  `(?<=(?<!\\p{L})(?:[Nn]oon|[Mm]idday|[Mm]idnight|${MERIDIEM}|\\d:[0-5]\\d))${TO}(?=(?:noon|midday|midnight)(?!\\p{L})|(?<=(?:noon|midday|midnight)${TO})\\d{1,2}(?:[:.]\\d{2}|\\s?${MERIDIEM}))`,
  'giu',
)
/** "8am-9" */
const FROM_HOUR = new RegExp(
  `${START}(${CLOCK}\\s?${MERIDIEM})${TO}(?=${CLOCK}(?![\\p{L}\\d:]))`,
  'giu',
)
/** "3:30-5" */
const COLON_TO_HOUR = new RegExp(
  `${START}((?:[01]?\\d|2[0-3]):[0-5]\\d)[-–](?=(?:1[0-2]|[1-9])(?![\\p{L}\\d:%°/]|[.,]\\d|-))`,
  'gu',
)
const COLON_RANGE = new RegExp(`${START}(\\d{1,2}:\\d{2})${TO}(?=\\d{1,2}:\\d{2}(?![\\d:]))`, 'gu')
const TWELVE_HOUR = new RegExp(
  `${START}(\\d{1,2})(?:[:.](\\d{2}))?(?::(\\d{2}))?\\s?(${MERIDIEM})`,
  'giu',
)
const CLOCK_TIME = new RegExp(
  `${START}(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?![\\d:]|[.,]\\d)(?: ?(?:hours|hrs?|h)\\b\\.?)?( ?noon\\b| ?midnight\\b)?`,
  'gu',
)
const MILITARY_RANGE =
  /(?<![\p{L}\d.,:/])([01]\d|2[0-3])([0-5]\d)\s?[-–]\s?(?=\d{4} ?(?:hrs|hours)\b)/gu
const STOPWATCH = /(?<![\p{L}\d.,:/])(\d{1,2}):([0-5]\d\.\d{1,3})(?!\d)/gu
/** "11:30p" */
/** "5 pm est", "10:00 gmt" */
const ZONE =
  /(?<=\d ?[ap]\.?m\.? )(?:[ecmp][sd]?t|gmt|utc|cet|bst|wat)(?![\p{L}\d])|(?<=\d:\d\d )(?:[ecmp][sd]t|gmt|utc|cet|bst|wat)(?![\p{L}\d])/giu
const STATION = /(?<![\p{L}\d.,:/])([5-9]\d{2}|1[0-7]\d{2}) (AM)(?![\p{L}\d.])/gu
const LONE_MERIDIEM = /(?<=(?<![\p{L}\d.,:/])\d{1,2}:[0-5]\d)([ap])(?![\p{L}\d.])/gu
/** "in 2:01:09", "1:30:05.25": how long a race, a film or a flight took. */
const DURATION =
  /(?<![\p{L}\d.,:/])(?:(?<=(?<!\p{L})(?:in|time of|record of|time was|took|clocked|ran|runs|ran for|running time of|lasted|lasting|lasts|after|duration:?|length:?) )(\d{1,3}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)|(\d{1,3}):([0-5]\d):([0-5]\d\.\d{1,3}))(?![\d:]| ?[apAP]\.?[mM])/gu
/** "1030 am"; in capitals it is a station. */
const WITHOUT_COLON = new RegExp(
  `(?<![\\p{L}\\d.,:/$£€₦-])(1[0-2]|0?[1-9])([0-5]\\d) ?(?=${MERIDIEM}|[AP]\\.M\\.|PM(?![\\p{L}\\d]))`,
  'gu',
)
/** "UTC+05:30" */
const OFFSET = /(?<=(?:UTC|GMT) {0,2})([-+−±]|minus )(\d{1,2}):([0-5]\d)(?![\d:])/gu
const MILITARY = /(?<![\p{L}\d.,:/])([01]\d|2[0-3])([0-5]\d)(?: ?(?:hrs|hours)|h)\b/gu
const O_CLOCK = /(?<![\p{L}\d.,:/])(\d{1,2})\s?o['’]? ?clock(?!\p{L})/giu
/** "3:45 minutes", "3:45 min": how long a song is. */
const MINUTES_LONG =
  /(?<![\p{L}\d.,:/])(\d{1,3}):([0-5]\d) ?(?:min(?:ute)?s?)(?:\.(?= \p{Ll}))?(?![\p{L}\d])/gu
/** "3h30m10s", "2h 5m 3s", "1d 4h" */
const PARTS_OF_TIME =
  /(?<![\p{L}\d.,:/-])(?:\d{1,3} ?d ?(?=\d{1,3} ?h))?\d{1,3} ?h(?:rs?)? ?\d{1,3} ?m(?:in)?s? ?\d{1,3}(?:\.\d{1,3})? ?s(?:ecs?)?(?![\p{L}\d/])|(?<![\p{L}\d.,:/-])\d{1,3} ?d ?\d{1,3} ?h(?:rs?)?(?: ?\d{1,3} ?m(?:in)?s?)?(?![\p{L}\d/])/gu
/** Programmes in two zones of America: "10/9c", "8 PM/7 Central". */
const TWO_ZONES =
  /(?<![\p{L}\d.,:/])(\d{1,2})(?: ?([ap]\.?m\.?))?\/(\d{1,2})(?:c| ?[Cc]entral)(?![\p{L}\d])/giu
/** "06:00 hours" as soldiers say it, and "20h30" as on French timetables. */
const COLON_HOURS = /(?<![\p{L}\d.,:/])([01]\d|2[0-3]):([0-5]\d) ?(?:hours|hrs)(?!\p{L})\.?/gu
const FRENCH = /(?<![\p{L}\d.,:/])([01]?\d|2[0-3])h([0-5]\d)(?![\p{L}\d])/gu

/** Times of day: "7:30pm" → seven thirty P M, "19:05" → nineteen oh five, "10am–2pm" → ten A M to two P M. */
export function readTimes(text: string): string {
  return readPointedTimes(text)
    .replace(OFFSET, (_, sign: string, hours: string, minutes: string) => {
      const way = sign === '+' ? 'plus' : sign === '±' ? 'plus or minus' : 'minus'
      const rest = minutes === '00' ? '' : ` ${pair(minutes)}`
      return ` ${way} ${cardinal(String(Number(hours)))}${rest}`
    })
    .replace(TWO_ZONES, (match, first: string, meridiem: string | undefined, second: string) => {
      const isEarlier = Number(second) === (Number(first) - 1 || 12)
      if (!isEarlier) return match
      const half = meridiem === undefined ? '' : ` ${spell(meridiem)}`
      return `${cardinal(first)}${half}, ${cardinal(second)} Central`
    })
    .replace(MINUTES_LONG, (_, minutes: string, seconds: string) => {
      const rest = seconds === '00' ? '' : ` ${named(seconds, 'second')}`
      return `${named(minutes, 'minute')}${rest}`
    })
    .replace(PARTS_OF_TIME, (duration) => {
      return duration
        .replace(/(\d+(?:\.\d+)?) ?([dhms])[a-z]* ?/g, (_, digits: string, unit: string) => {
          return `${named(digits, PART_NAMES[unit] ?? '')} `
        })
        .trim()
    })
    .replace(/(?<=\d:[0-5]\d)(?=ish(?!\p{L}))/gu, ' ')
    .replace(LONE_MERIDIEM, '$1m')
    .replace(STATION, (_, digits: string, band: string) => `${digits} ${spell(band)}`)
    .replace(WITHOUT_COLON, '$1:$2 ')
    .replace(DURATION, readDuration)
    .replace(COLON_HOURS, (_, hour: string, minute: string) => `${military(hour, minute)} hours`)
    .replace(FRENCH, '$1:$2')
    .replace(ZONE, (zone) => zone.toUpperCase())
    .replace(/(?<![\p{L}\d.,:/])12\.00(?= ?(?:noon|midnight|midday)(?!\p{L}))/gu, '12:00')
    .replace(POINTED_START, '$1:$2')
    .replace(FROM_NOON, ' to ')
    .replace(TWELVE_HOUR_RANGE, '$1 to ')
    .replace(FROM_HOUR, '$1 to ')
    .replace(COLON_RANGE, '$1 to ')
    .replace(COLON_TO_HOUR, '$1 to ')
    .replace(TWELVE_HOUR, readTwelveHour)
    .replace(MILITARY_RANGE, (_, hour: string, minute: string) => `${military(hour, minute)} to `)
    .replace(MILITARY, (_, hour: string, minute: string) => `${military(hour, minute)} hours`)
    .replace(STOPWATCH, (_, minutes: string, seconds: string) => {
      const unit = minutes === '1' ? 'minute' : 'minutes'
      return `${cardinal(minutes)} ${unit} ${quantity(seconds.replace(/^0/, ''))} seconds`
    })
    .replace(CLOCK_TIME, readClock)
    .replace(O_CLOCK, (_, hour: string) => `${cardinal(hour)} o'clock`)
}

const PART_NAMES: Readonly<Record<string, string>> = {
  d: 'day',
  h: 'hour',
  m: 'minute',
  s: 'second',
}

/** "05" and "minute" → five minutes. */
function named(digits: string, name: string): string {
  const number = digits.replace(/^0+(?=\d)/, '')
  return `${quantity(number)} ${name}${number === '1' ? '' : 's'}`
}

function readTwelveHour(match: string, ...parts: (string | number | undefined)[]): string {
  const [hour, minute, second, meridiem, offset, whole] = parts
  const minutes = typeof minute === 'string' ? minute : '00'
  if (Number(hour) > 23 || Number(minutes) > 59) return match
  const end = Number(offset) + match.length
  const stop = match.endsWith('.') && sentenceMayEnd(String(whole), end) ? '.' : ''
  const minuteWords = minutes === '00' ? '' : ` ${pair(minutes)}`
  const seconds = secondsAfter(typeof second === 'string' ? second : undefined)
  return `${cardinal(String(hour))}${minuteWords}${seconds} ${spell(String(meridiem))}${stop}`
}

function readClock(match: string, ...parts: (string | undefined)[]): string {
  const [hour = '', minute = '', second, suffix] = parts
  if (Number(hour) > 24 || Number(minute) > 59) return ratio(match, hour, minute, second)
  const seconds = secondsAfter(second)
  if (suffix)
    return `${cardinal(hour)}${minute === '00' ? '' : ` ${pair(minute)}`} ${suffix.trim()}`
  const value = Number(hour)
  if (value === 0 && minute === '00' && !seconds) return 'midnight'
  if (value === 0) return `twelve ${minute === '00' ? '' : pair(minute)} ${spell('AM')}${seconds}`
  if (minute !== '00') return `${cardinal(hour)} ${pair(minute)}${seconds}`
  return value <= 12
    ? `${cardinal(hour)} o'clock${seconds}`
    : `${cardinal(hour)} hundred hours${seconds}`
}

function secondsAfter(second: string | undefined): string {
  if (second === undefined || second === '00') return ''
  return ` and ${cardinal(second)} ${second === '01' ? 'second' : 'seconds'}`
}

function readDuration(_match: string, ...parts: (string | undefined)[]): string {
  const [hours, minutes, seconds] = parts[0] === undefined ? parts.slice(3, 6) : parts
  const named = [
    [hours, 'hour'],
    [minutes, 'minute'],
    [seconds, 'second'],
  ].map(([digits = '', name]) => {
    const number = digits.replace(/^0(?=\d)/, '')
    return number === '0' ? '' : `${quantity(number)} ${name}${number === '1' ? '' : 's'}`
  })
  return named.filter((part) => part !== '').join(' ')
}

/** "45:30": no time of day, so its numbers alone. */
function ratio(match: string, first: string, second: string, third: string | undefined): string {
  if (third !== undefined) return match.replaceAll(':', ' ')
  // "60:40", "1:72": no clock and no watch shows these.
  if (Number(second) > 59) return `${cardinal(first)} to ${cardinal(second)}`
  return second === '00' ? `${cardinal(first)} minutes` : `${cardinal(first)} ${pair(second)}`
}

function military(hour: string, minute: string): string {
  const hours = hour === '00' ? 'zero zero' : pair(hour)
  if (minute === '00') return hour === '00' ? digitByDigit('0000') : `${hours} hundred`
  return `${hours} ${pair(minute)}`
}
