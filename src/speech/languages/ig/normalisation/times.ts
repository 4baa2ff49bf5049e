import type { NumberStyle } from '#shared/script.ts'
import { cardinal } from './number-words.ts'

const START = '(?<![\\p{L}\\p{M}\\d.,:/])'
const HOUR_WORD = "((?<!\\p{L})(?:n')?elekere )?"
const MERIDIEM = '(?:[ap]\\.\\s?m\\.?|[ap]m)(?![\\p{L}\\d])'
const CLOCK = new RegExp(
  `${HOUR_WORD}${START}(\\d{1,2})(?:(?::([0-5]\\d)(?::([0-5]\\d))?|\\.([0-5]\\d)(?=\\s?${MERIDIEM}))(?![\\d:]|[.,]\\d)(?:\\s?(${MERIDIEM}))?|\\s?(${MERIDIEM}))( nke (?:ụtụtụ|ehihie|mgbede|abalị))?`,
  'giu',
)
/** "5-6pm": the part of the day is said once. */
const HOURS = new RegExp(
  `${HOUR_WORD}${START}(\\d{1,2})\\s?[-–—]\\s?(\\d{1,2})\\s?(${MERIDIEM})`,
  'giu',
)
const RANGE = /(?<=\d(?::\d\d)?(?: ?[ap]\.?m\.?)?)\s?[-–—]\s?(?=\d{1,2}(?::\d\d|\s?[ap]\.?m))/giu

/** Times of day: "7:30 nke ụtụtụ" → elekere asaa na ọkara nke ụtụtụ, "19:05" → elekere asaa na nkeji ise nke mgbede. */
export function readTimes(text: string, numbers: NumberStyle): string {
  const hours = text.replace(
    HOURS,
    (match: string, word: string | undefined, first: string, last: string, half: string) => {
      if (Number(first) > 12 || Number(last) > 12) return match
      const day = partOfDay(Number(last), half.charAt(0).toLowerCase())
      return `${word ?? 'elekere '}${cardinal(first, numbers)} ruo ${cardinal(last, numbers)}${day}`
    },
  )
  return hours.replace(RANGE, ' ruo ').replace(CLOCK, (match: string, ...parts: unknown[]) => {
    // The groups, as the pattern has them.
    const [word, hour, colon, seconds, dot, after, alone, part] = parts as (string | undefined)[]
    const value = Number(hour)
    if (value > 24) return match
    const meridiem = (after ?? alone)?.toLowerCase().charAt(0)
    const said = value % 12 === 0 ? 12 : value % 12
    const clock = `${word ?? 'elekere '}${cardinal(String(said), numbers)}${past(colon ?? dot, numbers)}${secondsOf(seconds, numbers)}`
    return `${clock}${part ?? partOfDay(value, meridiem)}`
  })
}

function secondsOf(seconds: string | undefined, numbers: NumberStyle): string {
  return seconds === undefined || seconds === '00' ? '' : ` na sekọnd ${cardinal(seconds, numbers)}`
}

function past(minutes: string | undefined, numbers: NumberStyle): string {
  if (minutes === undefined || minutes === '00') return ''
  return minutes === '30' ? ' na ọkara' : ` na nkeji ${cardinal(minutes, numbers)}`
}

/** Morning, afternoon, evening or night, where the figures say so. */
function partOfDay(hour: number, meridiem: string | undefined): string {
  const isClear = meridiem !== undefined || hour > 12 || hour === 0
  if (!isClear) return ''
  const of24 = meridiem === 'p' ? (hour % 12) + 12 : meridiem === 'a' ? hour % 12 : hour % 24
  if (of24 < 4 || of24 >= 20) return ' nke abalị'
  if (of24 < 12) return ' nke ụtụtụ'
  return of24 < 16 ? ' nke ehihie' : ' nke mgbede'
}
