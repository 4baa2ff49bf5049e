import { NUMBER, NUMBER_START, TO } from '#speech/languages/en/normalisation/number-pattern.ts'
import type { Counting } from './counting.ts'

const LONG_RUN = /(?<!\d)\d{19,}(?:\.\d+)?/g
const LONG_DECIMALS = /(?<!\d)(\d{1,18})\.(\d{19,})/g
const SPACED_THOUSANDS = /(?<![\p{L}\d.,])[1-9]\d{0,2}(?: \d{3}){1,5}(?![\p{L}\d]| \d)/gu
const POINTED_THOUSANDS = /(?<![\p{L}\d.])\d{1,3}(?:\.\d{3}){2,5}(?![.\d]|\p{L})/gu
const CHAPTER_AND_VERSE = /(?<![\d.,:])(\d{1,3}): ?(\d{1,3})(?![\d:])/g
const FIRST = /(?<=(?<!\p{L})(?:na|ta|Na|Ta) )1(?![\p{L}\d]|[.,]\d)/gu
const ENGLISH_ORDINAL =
  /(?<![\p{L}\d.,])(\d{1,3}(?:,\d{3}){1,4}|\d{1,15}) ?(?:st|nd|rd|th)(?![\p{L}\d])/giu
const REIGN =
  /(?<=\p{Lu}\p{Ll}{2,30} )(VI{0,3}|I{2,3}|I[VX]|X(?:I{1,3}|I?V|VI{0,3}|IX)?)(?![\p{L}\p{M}'])/gu
const MINUS = /(?<![\p{L}\d)\]%°^])[-−](?=\d|\.\d)/gu
const RESULT = /(?<![\p{L}\d./,:-])(\d{1,2})[-–](\d{1,2})(?![\d./:%-]\d|[\d%])/gu
const PLAYED =
  /(?<!\p{L})(?:nasara|doke|lallasa|ci|ƙwallo|kwallo|canjaras|tashi|wasa|sha)(?!\p{L})[^.\n]{0,30}$/iu
const RANGE = new RegExp(`${NUMBER_START}(${NUMBER})${TO}(?=${NUMBER})`, 'gu')
const FRACTION = /(?<![\p{L}\d./,-])(?:(\d{1,3}) )?(\d{1,2})\/(\d{1,3})(?![\p{L}\d/])/gu
const TIMES = /(?<=\d) ?[x×] ?(?=\d)/g
const AFTER_SCALE = /(?<=(?:dubu|miliyan|biliyan|tiriliyan) )(\d{1,3})\.(\d{1,3})(?!\d)/giu
const ANY_NUMBER = new RegExp(`${NUMBER_START}${NUMBER}`, 'gu')
const POINT_FIRST = /(?<![\p{L}\d.,])\.(\d{1,18})(?!\d)/gu
const LETTER_AFTER = /(?<=\d)-?(?=\p{L})/gu
const LETTER_BEFORE = /(?<=\p{L})-?(?=\d)/gu
const LEFT_OVER = /\d{1,18}(?:\.\d{1,18})?/g
/** "192.168.1.1" */
const POINTS = /(?<![\p{L}\d.])\d{1,6}(?:\.\d{1,6}){2,8}(?!\d)/gu

const ROMAN: Readonly<Record<string, string>> = {
  ...{
    II: '2',
    III: '3',
    IV: '4',
    V: '5',
    VI: '6',
    VII: '7',
    VIII: '8',
    IX: '9',
    X: '10',
    XI: '11',
  },
  ...{ XII: '12', XIII: '13', XIV: '14', XV: '15', XVI: '16', XVII: '17', XVIII: '18', XIX: '19' },
}
const PARTS: Readonly<Record<string, string>> = {
  '1/2': 'rabi',
  '1/3': 'sulusi',
  '2/3': 'sulusi biyu',
  '1/4': 'kwata',
  '3/4': 'kwata uku',
}

/** Digits that are no quantity, and spaces or points inside quantities. */
export function readLongNumbers(text: string, counting: Counting): string {
  return text
    .replace(LONG_RUN, (run) => ` ${counting.digitByDigit(run.replace('.', ''))} `)
    .replace(
      LONG_DECIMALS,
      (_, whole: string, rest: string) => ` ${counting.decimal(whole, rest)} `,
    )
    .replace(SPACED_THOUSANDS, (number) => number.replaceAll(' ', ''))
    .replace(POINTED_THOUSANDS, (number) => number.replaceAll('.', ''))
}

/** "-5" → debe biyar, before a hyphen can be taken for a range. */
export function readLeadingSigns(text: string): string {
  return text.replace(MINUS, 'debe ')
}

/** Every number that no other rule has read: ordinals, ranges, results, fractions, counts. No digit is left behind. */
export function readNumbers(text: string, counting: Counting): string {
  return text
    .replace(POINTS, (number) => number.split('.').map(counting.cardinal).join(' ɗigo '))
    .replace(FIRST, 'farko')
    .replace(ENGLISH_ORDINAL, (_, digits: string) => ordinal(digits.replaceAll(',', ''), counting))
    .replace(REIGN, (_, numeral: string) => `na ${counting.cardinal(ROMAN[numeral] ?? '')}`)
    .replace(RESULT, (match: string, first: string, second: string, at: number, whole: string) => {
      const isTold = PLAYED.test(whole.slice(Math.max(0, at - 60), at))
      const isResult = isTold || Number(first) >= Number(second)
      return isResult ? `${counting.cardinal(first)} da ${counting.cardinal(second)}` : match
    })
    .replace(RANGE, '$1 zuwa ')
    .replace(FRACTION, (match: string, whole: string | undefined, top: string, under: string) => {
      if (Number(top) >= Number(under)) return match
      const part = partName(top, under, counting)
      return whole ? `${counting.cardinal(whole)} da ${part}` : part
    })
    .replace(TIMES, ' sau ')
    .replace(CHAPTER_AND_VERSE, (_, chapter: string, verse: string) => {
      return `${counting.cardinal(chapter)}, ${counting.cardinal(verse)}`
    })
    .replace(AFTER_SCALE, (_, whole: string, decimals: string) =>
      decimals === '5' ? `${counting.cardinal(whole)} da rabi` : counting.decimal(whole, decimals),
    )
    .replace(POINT_FIRST, (_, decimals: string) => counting.decimal('0', decimals))
    .replace(LETTER_AFTER, ' ')
    .replace(ANY_NUMBER, (number) => quantity(number, counting))
    .replace(LETTER_BEFORE, ' ')
    .replace(LEFT_OVER, (digits) => ` ${quantity(digits, counting)} `)
}

/** "1", "4" → kwata; others as one number over another. */
export function partName(top: string, under: string, counting: Counting): string {
  const named = PARTS[`${top}/${under}`]
  return named ?? `${counting.cardinal(top)} bisa ${counting.cardinal(under)}`
}

/** A number as it is written, with separators and decimals; one that begins with nought is read digit by digit. */
export function quantity(written: string, counting: Counting): string {
  const [whole = '', decimals] = written.replaceAll(',', '').split('.')
  if (decimals) return counting.decimal(whole, decimals)
  const isCode = whole.length > 1 && whole.startsWith('0')
  return isCode ? counting.digitByDigit(whole) : counting.cardinal(whole)
}

/** "1" → na farko, "2" → na biyu. */
export function ordinal(digits: string, counting: Counting): string {
  return digits === '1' ? 'na farko' : `na ${counting.cardinal(digits)}`
}
