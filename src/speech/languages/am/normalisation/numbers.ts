import { PREFIX } from './letters.ts'
import {
  cardinal,
  digitByDigit,
  fraction,
  inflected,
  MOST_DIGITS,
  ordinal,
  quantity,
  year,
} from './number-words.ts'

/** A number after `readLongNumbers`: no separators but a decimal point. */
export const NUMBER = `\\d{1,${MOST_DIGITS}}(?:\\.\\d{1,${MOST_DIGITS}})?`
export const NUMBER_START = '(?<![\\d.])'
export const SCALE = 'ሺህ|ሺ|ሚሊዮን|ቢሊዮን|ትሪሊዮን'

const LETTERS_BEFORE = /(?<!\p{L})\p{Script=Ethiopic}{1,40}(?=\d)/gu
const LETTERS_AFTER = /(?<=\d)(?=(\p{Script=Ethiopic}{1,9}))/gu
/** Endings that are spoken as one with the number. */
const ENDING = /^(?:ኛ|ቱ|ቶ[ቹች]|[ዱሩኙ](?![^ንምና])|ዎ[ቹች]|ው(?![\p{L}])|ዋ(?!\p{L})|[ንናምስ](?!\p{L}))/u
const ENGLISH_ORDINAL =
  /(?<![A-Za-z\d.,])(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:st|nd|rd|th)(?![A-Za-z\d])/gi
const HALVES_OF_DAY = /(?<=\d ?[ap]\.?m\.?) ?[-–—] ?(?=\d)/gi
const HALF_OF_DAY = /(?<=\d) ?[ap]\.?m(?![A-Za-z\d])\.?/g
const POINT_OF_TIME = /(?<![\d.:])(\d{1,2})\.([0-5]\d)(?= ?[ap]\.?m(?![A-Za-z\d]))/gi
const NAIRA =
  /(?<![A-Za-z\d])N(?=\d+\/\p{L}|\d{1,3},\d{3}|\d{3}|\d+(?:\.\d+)? ?(?:k|m|b|mn|bn|million|billion)(?![A-Za-z]))/gu
const THOUSANDS = /(?<=\d)k(?![A-Za-z\d])/gi
const LATIN_EDGE = /(?<=\d)-?(?=[A-Za-z])|(?<=[A-Za-z])-?(?=\d)/g
const GROUPED = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])|(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.])/g
const SPACED = /(?<![\d.,] ?)[1-9]\d{0,2}(?: \d{3}){1,4}(?![\d]| \d)/g
const LONG = new RegExp(`(?<!\\d)\\d{${MOST_DIGITS + 1},}`, 'g')
const LONG_DECIMALS = new RegExp(`(?<=\\d)\\.(\\d{${MOST_DIGITS + 1},})`, 'g')
const MIXED = /(?<![\d./])(\d{1,4}) (\d{1,2})\/(\d{1,2})(?![\d/])/g
const FRACTION = /(?<![\d./])(\d{1,2})\/(\d{1,4})(?![\d/])(ኛ)?/g
const MOST_UNDER = 20
const RANGE = new RegExp(
  `(\\p{L})?(?<![\\d./:-])(${NUMBER})(%?) ?[-–—] ?(${NUMBER})(?![\\d-])`,
  'gu',
)
/** "ከሰኔ 1-5" has its "from" already. */
const FROM_BEFORE = /(?<!\p{L})ከ\p{L}{1,20} $/u
const MINUS_MONEY = /(?<![\p{L}\d)])[-−](?=[₦$€£¥₹] ?\d)/gu
const MINUS_DEGREES = /(?<![\p{L}\d)])[-−](?=\d{1,3}(?:\.\d+)? ?°)/gu
const MINUS = /(?<![\p{L}\d)])[-−](?=\d)/gu
const NUMBER_WITH_ENDING = new RegExp(
  `${NUMBER_START}(\\d{1,${MOST_DIGITS}})(\\p{Script=Ethiopic}{1,9})`,
  'gu',
)
const LIKELY_YEAR =
  /(?<=(?<!\p{L})(?:[በከየለ]|እስከ ?|እንደ))(1[89]\d\d)(?![\d.,]|\p{L}| ?(?:ብር|ዶላር|ሰዎች|ሜትር|ኪሎ|%))/gu
const ANY = new RegExp(`${NUMBER_START}${NUMBER}`, 'g')
/** "192.168.1.1" */
const POINTS = /(?<![\p{L}\d.])\d{1,6}(?:\.\d{1,6}){2,8}(?!\d)/gu
const LEFT_OVER = new RegExp(`\\d{1,${MOST_DIGITS}}`, 'g')

/** Rewrites English notation around figures: "1st" → 1ኛ, "3pm" → 3 PM, "N5,000" → ₦5,000. */
export function readEnglishFigures(text: string): string {
  return text
    .replace(ENGLISH_ORDINAL, (_, digits: string) => `${digits.replaceAll(',', '')}ኛ`)
    .replace(HALVES_OF_DAY, ' እስከ ')
    .replace(POINT_OF_TIME, '$1:$2')
    .replace(HALF_OF_DAY, (half) => ` ${half.includes('a') ? 'A.M.' : 'P.M.'}`)
    .replace(NAIRA, '₦')
    .replace(MINUS_MONEY, 'ኔጌቲቭ ')
}

/** A space between figures and letters, save prepositions before and endings after: "4ለ1" → 4 ለ1, "5ሺህ" → 5 ሺህ, "2ኛ". */
export function partLettersFromFigures(text: string): string {
  return text
    .replace(LETTERS_AFTER, (_, letters: string) => (ENDING.test(letters) ? '' : ' '))
    .replace(LETTERS_BEFORE, (letters) => (PREFIX.test(letters) ? letters : `${letters} `))
}

/** Thousands without their separators; runs that are too long to be a quantity digit by digit. */
export function readLongNumbers(text: string): string {
  return text
    .replace(GROUPED, (number) => number.replace(/[,.](?=\d{3}(?:\D|$))/g, ''))
    .replace(SPACED, (number) => number.replaceAll(' ', ''))
    .replace(LONG_DECIMALS, (_, decimals: string) => ` ነጥብ ${digitByDigit(decimals)} `)
    .replace(LONG, (run) => `${digitByDigit(run)} `)
}

/** "1/2" → ግማሽ, "2 1/2" → ሁለት ተኩል, "2/3" → ሁለት ሦስተኛ. */
export function readFractions(text: string): string {
  return text
    .replace(MIXED, (match, whole: string, over: string, under: string) => {
      if (!isFraction(over, under)) return match
      if (over === '1' && under === '2') return `${cardinal(whole)} ተኩል`
      return `${cardinal(whole)} ከ${fraction(over, under)}`
    })
    .replace(FRACTION, (match, over: string, under: string, ending?: string) => {
      if (!isFraction(over, under)) return match
      return ending ? `${cardinal(over)} ${ordinal(under)}` : fraction(over, under)
    })
}

function isFraction(over: string, under: string): boolean {
  const isProper = Number(over) > 0 && Number(over) < Number(under)
  return isProper && (Number(under) <= MOST_UNDER || /^(?:50|100|1000)$/.test(under))
}

/** "5-10" → ከ5 እስከ 10; a falling pair is a score: "3-1" → 3 ለ1. Minus signs by name. */
export function readRanges(text: string): string {
  return text
    .replace(RANGE, (_, ...parts: (string | number | undefined)[]) => {
      const [start, low, percent, high, offset, whole] = parts.map((part) => String(part ?? ''))
      if (low === undefined || high === undefined) return ''
      if (isYear(low) && high.length === 2 && Number(high) > Number(low) % 100) {
        return `${start || 'ከ'}${year(low)} እስከ ${high}`
      }
      if (Number(low) >= Number(high)) return `${start}${low}${percent} ለ${high}`
      const before = whole?.slice(Math.max(0, Number(offset) - 24), Number(offset)) ?? ''
      const from = start === '' && !FROM_BEFORE.test(before) ? 'ከ' : start
      return `${from}${yearOf(low, high)} እስከ ${yearOf(high, low)}`
    })
    .replace(MINUS_DEGREES, 'ከዜሮ በታች ')
    .replace(MINUS, 'ኔጌቲቭ ')
}

function isYear(digits: string): boolean {
  return /^1[1-9]\d\d$/.test(digits)
}

function yearOf(digits: string, other: string): string {
  return isYear(digits) && /^[12]\d{3}$/.test(other) ? year(digits) : digits
}

/** Every number that no other rule has read. No digit is left behind. */
export function readNumbers(text: string): string {
  return text
    .replace(POINTS, (number) => number.split('.').map(cardinal).join(' ነጥብ '))
    .replace(THOUSANDS, ' ሺህ')
    .replace(LATIN_EDGE, ' ')
    .replace(LIKELY_YEAR, (digits) => year(digits))
    .replace(NUMBER_WITH_ENDING, (_, digits: string, ending: string) => inflected(digits, ending))
    .replace(ANY, (number) => quantity(number))
    .replace(LEFT_OVER, (digits) => ` ${cardinal(digits)} `)
}
