import type { NumberStyle } from '#shared/script.ts'
import { serviceCodeReader } from '#speech/languages/common/phone-notation.ts'
import { NUMBER, NUMBER_START } from '#speech/languages/en/normalisation/number-pattern.ts'
import { cardinal, digitByDigit, MOST_DIGITS, ordinal, quantity } from './number-words.ts'

const LONG_RUN = new RegExp(`\\d{${MOST_DIGITS + 1},}`, 'g')
const INTERNATIONAL = /(?<![\p{L}\d+])\+ ?(\d{1,3}(?:[ .-]?\(?\d{1,10}\)?){1,6})(?![\p{L}\d])/gu
const NATIONAL = /(?<![\p{L}\d.,/:+-])0\d{1,10}(?:[ .-]?\d{2,8}){0,4}(?![\p{L}\d]|[.,:/-]\d)/gu
const TELEPHONE = /(?<!\p{L})[Tt]el(?:\.:?|:) ?(?=[\d+(])/gu
const CARD = /(?<![\p{L}\d.,-])\d{4}(?:[ -]\d{4}){2,4}(?![\p{L}\d]|[.,-]\d)/gu
const AFTER_CODE_WORD =
  /(?<=(?<!\p{L})(?:PIN|OTP|BVN|NIN|[Bb]ox|akaụntụ|igbe akwụkwọ ozi)(?: (?:m|gị|ya))?(?: bụ|:)? )\d{3,15}(?![\p{L}\d%]|[.,:/]\d)/gu
/** The numbers of emergency services. */
const EMERGENCY = /(?<=(?<!\p{L})[Kk]pọọ )(?:112|122|199|767|911)(?![\p{L}\d]|[.,:/-]\d)/gu
const readServiceCodes = serviceCodeReader('kpakpando', 'hash')
const ORDINAL =
  /(?<![\p{L}\d.,])(nke )?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:st|nd|rd|th)(?![\p{L}\d])/giu
const AFTER_NKE = /(?<=(?<!\p{L})nke )(\d{1,15})(?![\p{L}\d%]|[.,:/]\d)/giu
const SCORE = /(?<![\p{L}\d./,:-])(\d{1,2})[-–](\d{1,2})(?![\d/%-]|[.,:]\d|\p{L})/gu
const RANGE = new RegExp(`${NUMBER_START}(${NUMBER})\\s?[-–—]\\s?(?=${NUMBER}(?![\\d:/]))`, 'gu')
const FRACTIONS: Readonly<Record<string, string>> = {
  '1/2': 'ọkara',
  '1/4': 'otu ụzọ n’ime anọ'.replace('’', "'"),
}
const FRACTION = /(?<![\p{L}\d./,])(?:(\d{1,3}) )?(\d{1,3}) ?\/ ?(\d{1,3})(?![\d/.]|\p{L})/gu
const MINUS = /(?<![\p{L}\d)])[-−](?=\d)/gu
const LETTER_AND_DIGIT = /(?<=\p{L}\p{M}?)-?(?=\d)|(?<=\d)-?(?=\p{L})/gu
const ANY = new RegExp(NUMBER, 'gu')
const SPACED_THOUSANDS = /(?<![\p{L}\d.,] ?)[1-9]\d{0,2}(?: \d{3}){1,4}(?![\p{L}\d.,]| ?\d)/gu
const VERSION =
  /(?<![\p{L}\d.])(?!\d{1,2}\.\d{1,2}\.(?:1\d|20)\d\d(?!\d)|(?:1\d|20)\d\d\.\d{1,2}\.\d{1,2}(?!\d))\d{1,6}(?:\.\d{1,6}){2,8}(?!\d)/gu

/** Telephone numbers and digit runs too long to be a quantity, digit by digit, with a break after every group. */
export function readCodes(text: string): string {
  return readServiceCodes(text.replace(TELEPHONE, 'ekwentị '), digitByDigit)
    .replace(AFTER_CODE_WORD, digitByDigit)
    .replace(EMERGENCY, digitByDigit)
    .replace(CARD, grouped)
    .replace(LONG_RUN, (run) => ` ${digitByDigit(run)} `)
    .replace(INTERNATIONAL, (match: string, digits: string) => {
      if (digits.replace(/\D/g, '').length < 7) return match
      // Written as one, the code of an African country has three figures.
      const parted = digits.replace(/^(2\d\d)(\d{3})(\d{3})(\d{3,4})$/, '$1 $2 $3 $4')
      return `mgbakwunye ${grouped(parted)}`
    })
    .replace(NATIONAL, (match) => {
      const count = match.replace(/\D/g, '').length
      return count < 9 || count > 11 ? match : grouped(match)
    })
    .replace(VERSION, (number) =>
      number
        .split('.')
        .map((part) => cardinal(part))
        .join(' ntụpọ '),
    )
}

function grouped(written: string): string {
  const parts = written.split(/\D+/).filter((part) => part !== '')
  const groups =
    parts.length > 1 ? parts : (/^(\d{4})(\d{3})(\d*)$/.exec(written)?.slice(1) ?? [written])
  return groups.map(digitByDigit).join(', ')
}

/** Every number that no other rule has read: ordinals, ranges, results, fractions, counts. No digit is left behind. */
export function readNumbers(text: string, numbers: NumberStyle): string {
  return text
    .replace(SPACED_THOUSANDS, (number) => number.replaceAll(' ', ''))
    .replace(
      ORDINAL,
      (_, __, digits: string) => `nke ${ordinal(digits.replaceAll(',', ''), numbers)}`,
    )
    .replace(AFTER_NKE, (digits) => ordinal(digits, numbers))
    .replace(FRACTION, (_, whole: string | undefined, top: string, bottom: string) => {
      const part = fraction(top, bottom, numbers)
      return whole ? `${cardinal(whole, numbers)} na ${part}` : part
    })
    .replace(/(?<=\d)\/(?=\d)/g, ' ')
    .replace(SCORE, (_, first: string, second: string) => {
      const link = Number(first) < Number(second) ? 'ruo' : 'na'
      return `${cardinal(first, numbers)} ${link} ${cardinal(second, numbers)}`
    })
    .replace(RANGE, '$1 ruo ')
    .replace(MINUS, 'mwepụ ')
    .replace(LETTER_AND_DIGIT, ' ')
    .replace(ANY, (number) => quantity(number, numbers))
    .replace(/\d{1,15}/g, (digits) => ` ${cardinal(digits, numbers)} `)
}

/** "3/4" → ụzọ atọ n'ime anọ. */
export function fraction(top: string, bottom: string, numbers: NumberStyle): string {
  const known = FRACTIONS[`${top}/${bottom}`]
  if (known) return known
  const parts = top === '1' ? 'otu ụzọ' : `ụzọ ${cardinal(top, numbers)}`
  return `${parts} n'ime ${cardinal(bottom, numbers)}`
}
