import { decimal } from './number-words.ts'

const MERIDIEM = '(?:([ap])\\.? ?m\\.?(?![\\p{L}\\d]))'
const PART = '(?=,? ?(?:ní |l)?(?:àárọ̀|aarọ|òwúrọ̀|owurọ|ọ̀sán|ọsan|ìrọ̀lẹ́|irọlẹ|alẹ́|alẹ|òru|oru))'
const HOUR_WORD = '((?<![\\p{L}\\p{M}])(?:l[aá]a?go|[aA]a?go|agogo|Agogo|lágogo) )?'
const CLOCK = new RegExp(
  `${HOUR_WORD}(?<![\\p{L}\\d.,:/])(\\d{1,2})[:.](\\d{2})(?::([0-5]\\d))?(?: ?${MERIDIEM})?(?![\\d:%]|[.,]\\d)(${PART})?`,
  'gu',
)
const HOUR = new RegExp(`${HOUR_WORD}(?<![\\p{L}\\d.,:/])(\\d{1,2}) ?${MERIDIEM}`, 'gu')
/** "5-6pm": the part of the day is said once. */
const HOURS = new RegExp(
  `${HOUR_WORD}(?<![\\p{L}\\d.,:/])(\\d{1,2}) ?[-–—] ?(\\d{1,2}) ?${MERIDIEM}`,
  'gu',
)

const RANGE =
  /(?<=\d(?:[:.]\d{2})? ?(?:[ap]\.?m\.?)?) ?[-–—] ?(?=\d{1,2}(?::\d{2}(?![\d:])|(?:[:.]\d{2})? ?[ap]\.?m\.?(?!\p{L})))/giu
/** The hours from which a part of the day is spoken of. */
const PARTS: readonly (readonly [from: number, name: string])[] = [
  [19, 'alẹ́'],
  [16, 'ìrọ̀lẹ́'],
  [12, 'ọ̀sán'],
  [4, 'àárọ̀'],
  [0, 'òru'],
]

/** Times of day, in Yoruba whatever the style of other figures: "7:30" → agogo méje àbọ̀, "19:05" → agogo méje kọjá ìṣẹ́jú márùn ún alẹ́, "8:45am" → agogo mẹ́sàn án ku …. */
export function readTimes(text: string): string {
  return text
    .replace(HOURS, (match: string, ...[word, first = '', last = '', half = '']) => {
      if (Number(first) > 12 || Number(last) > 12) return match
      const hours = (Number(last) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
      const start = decimal(Number(first), 'counted')
      return ` ${word ?? 'agogo '}${start} sí ${clock(hours, 0)} ${partOf(hours)} `
    })
    .replace(RANGE, ' sí ')
    .replace(CLOCK, (match: string, ...parts: (string | undefined)[]) => {
      const [word, hour = '', minute = '', second, meridiem, part] = parts
      const hasColon = /\d:\d/.test(match)
      if (Number(hour) > 24 || Number(minute) > 59) return match
      // "7.30" is a time only where a word says so; else a decimal.
      if (!hasColon && word === undefined && meridiem === undefined) return match
      const hasPart = part !== undefined
      return said(word, [Number(hour), Number(minute), Number(second ?? 0)], meridiem, hasPart)
    })
    .replace(HOUR, (match: string, word: string | undefined, hour: string, meridiem: string) =>
      Number(hour) > 12 ? match : said(word, [Number(hour), 0, 0], meridiem, false),
    )
}

function said(
  word: string | undefined,
  [hour, minute, second]: readonly [number, number, number],
  meridiem: string | undefined,
  hasPart: boolean,
): string {
  const hours = meridiem === undefined ? hour : (hour % 12) + (meridiem === 'p' ? 12 : 0)
  const isKnown = meridiem !== undefined || hour > 12 || hour === 0
  const part = isKnown && !hasPart ? ` ${partOf(hours)}` : ''
  const seconds = second === 0 ? '' : ` àti ìṣẹ́jú àáyá ${decimal(second, 'counted')}`
  return ` ${word ?? 'agogo '}${clock(hours, minute)}${seconds}${part} `
}

function partOf(hours: number): string {
  return PARTS.find(([from]) => hours % 24 >= from)?.[1] ?? ''
}

/** "àbọ̀" is the half; after it the minutes to the next hour are counted. */
function clock(hours: number, minute: number): string {
  const hour = (value: number): string => decimal(((value + 11) % 12) + 1, 'counted')
  const minutes = (value: number): string => `ìṣẹ́jú ${decimal(value, 'counted')}`
  if (minute === 0) return hour(hours)
  if (minute === 30) return `${hour(hours)} àbọ̀`
  if (minute < 30) return `${hour(hours)} kọjá ${minutes(minute)}`
  return `${hour(hours + 1)} ku ${minutes(60 - minute)}`
}
