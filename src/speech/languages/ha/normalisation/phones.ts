import { serviceCodeReader } from '#speech/languages/common/phone-notation.ts'
import type { Counting } from './counting.ts'

const GAP = '[ .-]?'
const INTERNATIONAL = new RegExp(
  `(?<![\\p{L}\\d+])\\+ ?(\\d{1,3}(?:${GAP}\\(?\\d{1,14}\\)?){1,6})(?![\\p{L}\\d])`,
  'gu',
)
const NATIONAL = new RegExp(
  `(?<![\\p{L}\\d.,/:+-])(0\\d{1,10}(?:${GAP}\\d{2,8}){0,4})(?![\\p{L}\\d]|[.,:/-]\\d)`,
  'gu',
)
const TELEPHONE = /(?<!\p{L})[Tt]el(?:\.:?|:) ?(?=[\d+(])/gu
const CARD = /(?<![\p{L}\d.,-])\d{4}(?:[ -]\d{4}){2,4}(?![\p{L}\d]|[.,-]\d)/gu
const AFTER_CODE_WORD =
  /(?<=(?<!\p{L})(?:PIN|OTP|BVN|NIN|Box|asusu|akwatin gidan waya)(?: (?:ita|shi))?(?: ce| ne|:)? )\d{3,15}(?![\p{L}\d%]|[.,:/]\d)/gu
/** The numbers of emergency services. */
const EMERGENCY =
  /(?<=(?<!\p{L})[Kk]ira(?: lamba)? )(?:112|122|199|767|911)(?![\p{L}\d]|[.,:/-]\d)/gu
const readServiceCodes = serviceCodeReader('tauraro', 'hash')
const NATIONAL_GROUPS = [4, 3, 4]
const COUNTRY_GROUPS = [3, 3, 3, 4]

/** Telephone numbers, digit by digit with a short break after every group; "+" is "da alamar ƙari". */
export function readPhones(text: string, counting: Counting): string {
  return readServiceCodes(text.replace(TELEPHONE, 'lambar waya '), counting.digitByDigit)
    .replace(AFTER_CODE_WORD, counting.digitByDigit)
    .replace(EMERGENCY, counting.digitByDigit)
    .replace(CARD, (number) => grouped(number, [], counting))
    .replace(INTERNATIONAL, (match: string, number: string) => {
      const count = number.replace(/\D/g, '').length
      return count < 8 ? match : `ƙari ${grouped(number, COUNTRY_GROUPS, counting)}`
    })
    .replace(NATIONAL, (match: string, number: string) => {
      const count = number.replace(/\D/g, '').length
      return count < 9 || count > 11 ? match : grouped(number, NATIONAL_GROUPS, counting)
    })
}

/** In the groups in which the digits are written, or in `sizes` where they are written as one. */
function grouped(written: string, sizes: readonly number[], counting: Counting): string {
  const groups = written.split(/\D+/).filter((group) => group !== '')
  const parts = groups.length > 1 ? groups : cut(groups[0] ?? '', sizes)
  return parts.map(counting.digitByDigit).join(', ')
}

function cut(digits: string, sizes: readonly number[]): readonly string[] {
  const ends = sizes.map((_, index) =>
    sizes.slice(0, index + 1).reduce((sum, size) => sum + size, 0),
  )
  const parts = [0, ...ends].map((from, index) => digits.slice(from, ends[index]))
  return parts.filter((part) => part !== '')
}
