import { serviceCodeReader } from '#speech/languages/common/phone-notation.ts'
import type { Figures } from './figures.ts'

const INTERNATIONAL = /(?<![\p{L}\d+])\+ ?(\d{1,3})((?:[ .-]?\(?\d{1,10}\)?){1,6})(?![\p{L}\d])/gu
const NATIONAL = /(?<![\p{L}\d.,/:+-])0\d{1,10}(?:[ .-]\d{2,8}){0,4}(?![\p{L}\d]|[.,:/-]\d)/gu
/** "Ẹ pe 112": the numbers of emergency services. */
const EMERGENCY = /(?<=(?<![\p{L}\p{M}])[pP][eè] )(?:112|122|199|767|911)(?![\p{L}\d]|[.,:/-]\d)/gu
const readServiceCodes = serviceCodeReader('ìràwọ̀', 'háàṣì')
const TELEPHONE = /(?<![\p{L}\p{M}])[Tt]el(?:\.:?|:) ?(?=[\d+(])/gu
const LONG = /(?<!\d)\d{16,}/g
const CARD = /(?<![\p{L}\d.,-])\d{4}(?:[ -]\d{4}){2,4}(?![\p{L}\d]|[.,-]\d)/gu
const AFTER_CODE_WORD =
  /(?<=(?<![\p{L}\p{M}])(?:f[oó][oò]n[uù]|n[oọ]́?[mńn]b[aà]|[aà]k[aá]?[ǹnùu]{0,3}t[iì]|PIN|OTP|BVN|NIN|Box|koodu|kóòdù)(?: mi| wa| rẹ̀?| ni|:)* )(\d{4,15})(?![\p{L}\d]|[.,:/]\d)/giu

/** Telephone numbers and other codes, one digit after the other, with a break after every group. */
export function readPhones(text: string, figures: Figures): string {
  const grouped = (written: string): string =>
    groupsOf(written).map(figures.digitByDigit).join(', ')
  return readServiceCodes(text.replace(TELEPHONE, 'fóònù '), figures.digitByDigit)
    .replace(EMERGENCY, figures.digitByDigit)
    .replace(CARD, grouped)
    .replace(INTERNATIONAL, (match: string, country: string, rest: string) => {
      if (rest.replace(/\D/g, '').length + country.length < 7) return match
      return ` plọ́ọ̀sì ${figures.digitByDigit(country)}, ${grouped(rest)} `
    })
    .replace(NATIONAL, (match) => {
      const count = match.replace(/\D/g, '').length
      return count < 9 || count > 11 ? match : grouped(match)
    })
    .replace(AFTER_CODE_WORD, (digits) => figures.digitByDigit(digits))
    .replace(LONG, (digits) => ` ${figures.digitByDigit(digits)} `)
}

/** The groups that are written; one long run is cut as Nigerians say it, four, three and four. */
function groupsOf(written: string): readonly string[] {
  const groups = written.split(/\D+/).filter((group) => group !== '')
  const [only = ''] = groups
  if (groups.length > 1 || only.length < 8) return groups
  const first = only.startsWith('0') ? 4 : 3
  return [only.slice(0, first), only.slice(first, first + 3), only.slice(first + 3)]
}
