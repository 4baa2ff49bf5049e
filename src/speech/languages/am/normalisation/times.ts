import { cardinal } from './number-words.ts'

const CLOCK = '(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?![\\d:]|\\.\\d)'
/** "7am", "2:30 p.m.": the European clock, which begins six hours before the Ethiopian one. */
const MERIDIEM =
  /(\p{Script=Ethiopic})?(?<![\d:.,/])(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))? ?([ap])(?:\.m\.?|m)(?!\p{L})/giu
const MERIDIEM_RANGE =
  /(?<![\p{L}\d:.,/])(1[0-2]|0?[1-9])((?:[:.][0-5]\d)?) ?([ap]\.?m\.?)? ?[-–—] ?(?=(?:1[0-2]|0?[1-9])(?:[:.][0-5]\d)? ?([ap]\.?m))/giu
const RANGE = new RegExp(`(\\p{L})?(?<![\\d:.,/])${CLOCK} ?[-–—] ?(?=\\d{1,2}:\\d{2}(?!\\d))`, 'gu')
const TIME = new RegExp(`(\\p{L})?(?<![\\d:.,/])${CLOCK}( ?ሰዓት(?!\\p{L}))?`, 'gu')

/**
 * Times of day as Ethiopians say them: "2:30 ሰዓት" → ሁለት ሰዓት ተኩል, "2:15" → ሁለት ሰዓት ከሩብ, "2:45" → ለሦስት ሰዓት ሩብ ጉዳይ,
 * "2:20" → ሁለት ሰዓት ከሃያ ደቂቃ. The clock is not changed: a reader says the hour that is written.
 */
export function readTimes(text: string): string {
  return text
    .replace(MERIDIEM_RANGE, (_, hour: string, minute: string, first?: string, last = '') => {
      return `ከ${hour}${minute}${first ?? last} እስከ `
    })
    .replace(MERIDIEM, (_, ...parts: (string | number | undefined)[]) => {
      const [letter, hour, minute = '00', half, offset, whole] = parts
      const start = letter ?? (followsUntil(String(whole), Number(offset)) ? '' : 'ከ')
      return `${start}${ethiopianTime(Number(hour) % 12, String(minute), /p/i.test(String(half)))}`
    })
    .replace(RANGE, (match, letter: string | undefined, hour: string, minute: string) => {
      const start = letter ?? 'ከ'
      return isTime(hour, minute) ? `${start}${timeOf(hour, minute, true)} እስከ ` : match
    })
    .replace(TIME, (_, ...parts: (string | number | undefined)[]) => {
      const [letter = '', hour, minute, second, , offset, whole] = parts
      const joined = letter !== '' || followsUntil(String(whole), Number(offset))
      const seconds = second === undefined ? undefined : String(second)
      return `${letter}${read(String(hour), String(minute), seconds, joined)}`
    })
}

/** After a preposition a time begins with its own hour: "ከ2:45" → ከሁለት ሰዓት ከአርባ አምስት ደቂቃ. */
function followsUntil(text: string, at: number): boolean {
  return text.slice(Math.max(0, at - 4), at) === 'እስከ '
}

/** The hours of day and night as Ethiopians count and name them: 7 a.m. is the first hour of the morning. */
function ethiopianTime(hour: number, minute: string, isAfternoon: boolean): string {
  const part = isAfternoon ? (hour < 6 ? 'ቀኑ' : 'ምሽቱ') : hour < 6 ? 'ሌሊቱ' : 'ጠዋቱ'
  const ethiopian = (hour + 6) % 12
  return `${part} ${timeOf(String(ethiopian === 0 ? 12 : ethiopian), minute, true)}`
}

function isTime(hour: string, minute: string): boolean {
  return Number(hour) <= 24 && Number(minute) <= 59
}

function read(hour: string, minute: string, second: string | undefined, isJoined: boolean): string {
  if (!isTime(hour, minute)) {
    const parts = second === undefined ? [hour, minute] : [hour, minute, second]
    return parts.map((part) => cardinal(part)).join(' ')
  }
  const seconds = second && second !== '00' ? ` ከ${cardinal(second)} ሰከንድ` : ''
  return timeOf(hour, minute, isJoined || seconds !== '') + seconds
}

function timeOf(hour: string, minute: string, isJoined: boolean): string {
  const hours = `${cardinal(hour)} ሰዓት`
  if (minute === '00') return hours
  if (minute === '15') return `${hours} ከሩብ`
  if (minute === '30') return `${hours} ተኩል`
  if (minute === '45' && !isJoined) {
    return `ለ${cardinal(String((Number(hour) % 12) + 1))} ሰዓት ሩብ ጉዳይ`
  }
  return `${hours} ከ${cardinal(minute)} ደቂቃ`
}
