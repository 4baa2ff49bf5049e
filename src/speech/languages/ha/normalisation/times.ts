import type { Counting } from './counting.ts'

const START = '(?<![\\p{L}\\d.,:/])'
const HOUR_BEFORE = "(?:(?:[Ƙƙ]|[Kk]'?)arfe )?"
const TWELVE_HOUR = new RegExp(
  `${HOUR_BEFORE}${START}(\\d{1,2})(?:[:.](\\d{2}))? ?([ap])\\.? ?m\\.?(?![\\p{L}\\d])`,
  'giu',
)
/** "5-6pm": the part of the day is said once. */
const HOURS = new RegExp(
  `${HOUR_BEFORE}${START}(\\d{1,2}) ?[-–—] ?(\\d{1,2}) ?([ap])\\.? ?m\\.?(?![\\p{L}\\d])`,
  'giu',
)
const CLOCK = new RegExp(
  `${HOUR_BEFORE}${START}(\\d{1,2}):(\\d{2})(?::([0-5]\\d))?(?![\\d:]|[.,]\\d)( na (?:safe|safiya|rana|yamma|dare|asuba)(?!\\p{L}))?`,
  'gu',
)
const RANGE =
  /(?<=\d(?::\d{2})? ?(?:[ap]\.?m\.?)?) ?[-–—] ?(?=\d{1,2}(?::\d{2}(?![\d:])|(?:[:.]\d{2})? ?[ap]\.?m\.?(?!\p{L})))/giu
const FULL_HOUR = /(?<=(?:[Ƙƙ]|[Kk]'?)arfe )(1[12])(?![\d:]|\.\d)/gu

/** Times of day: "7:30 na safe" → ƙarfe bakwai da rabi na safe, "7:15pm" → ƙarfe bakwai da minti goma sha biyar na dare. */
export function readTimes(text: string, counting: Counting): string {
  return text
    .replace(HOURS, (match: string, first: string, last: string, half: string) => {
      const [from, to] = [Number(first), Number(last)]
      if (from < 1 || from > 12 || to < 1 || to > 12) return match
      const ofDay = (to % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
      return `${spoken(from, '00', '', counting)} zuwa ${hourName(ofDay, counting)}${partOfDay(ofDay)}`
    })
    .replace(RANGE, ' zuwa ')
    .replace(TWELVE_HOUR, (match: string, hour: string, minute = '00', half: string) => {
      const value = Number(hour)
      if (value === 0 || value > 12 || Number(minute) > 59) return match
      const ofDay = (value % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
      return spoken(ofDay, minute, partOfDay(ofDay), counting)
    })
    .replace(
      CLOCK,
      (match: string, ...[hour = '', minute = '', second, part]: (string | undefined)[]) => {
        const value = Number(hour)
        if (value > 24 || Number(minute) > 59) return match
        const isClear = value === 0 || value > 12
        const seconds =
          second === undefined || second === '00' ? '' : ` da sakan ${counting.cardinal(second)}`
        const day = part ?? (isClear ? partOfDay(value % 24) : '')
        return spoken(value, minute, `${seconds}${day}`, counting)
      },
    )
    .replace(FULL_HOUR, (hour: string) => hourName(Number(hour), counting))
}

function spoken(hour: number, minute: string, part: string, counting: Counting): string {
  return `ƙarfe ${hourName(hour, counting)}${minutes(minute, counting)}${part}`
}

/** On the clock eleven and twelve are "sha ɗaya" and "sha biyu". */
function hourName(hour: number, counting: Counting): string {
  return counting.cardinal(String(hour % 12 === 0 ? 12 : hour % 12)).replace(/^goma (?=sha)/, '')
}

function minutes(minute: string, counting: Counting): string {
  if (minute === '00') return ''
  return minute === '30' ? ' da rabi' : ` da minti ${counting.cardinal(minute)}`
}

function partOfDay(hour: number): string {
  if (hour < 4 || hour >= 19) return ' na dare'
  if (hour < 12) return ' na safe'
  return hour < 16 ? ' na rana' : ' na yamma'
}
