import { serviceCodeReader } from '#speech/languages/common/phone-notation.ts'
import { cardinal, digitByDigit } from './number-words.ts'

const GAP = '[ .-]?'
const INTERNATIONAL = new RegExp(
  `(?<![\\p{L}\\d+])\\+ ?(\\d{1,3}?)${GAP}((?:\\(0?\\d{1,4}\\)|\\d{1,12})(?:${GAP}\\d{1,10}){0,6})(?![\\p{L}\\d])`,
  'gu',
)
const NATIONAL = new RegExp(
  `(?<![\\d.,/:+-])(0\\d{1,9})((?:${GAP}\\d{2,8}){0,4})(?![\\d]|[,.:/-]\\d)`,
  'gu',
)
const AFTER_WORD =
  /(?<=(?:PIN|OTP|BVN|NIN|Box|ስልክ|ስ\.ቁ\.?|ሞባይል|ፖ\.ሳ\.ቁ\.?|ፖስታ ሳጥን|ኮድ|ሒሳብ|ሂሳብ|አጭር)(?: ቁጥር)?(?:ር)?[: ]{1,2})(\d{3,15})(?![\d%]|[.,:/]\d)/gu
/** As Ethio telecom says its codes. */
const readServiceCodes = serviceCodeReader('ኮከብ', 'መሰላል')
const CARD = /(?<![\p{L}\d.,-])\d{4}(?:[ -]\d{4}){2,4}(?![\p{L}\d]|[.,-]\d)/gu
const ETHIOPIA = '251'
/** The country codes of the world by their first digits: 1, 7, 20, 27, three digits in the rest of Africa, else two. */
const COUNTRY_CODE = /^(?:[17]|2[07]|2\d\d|\d\d)/

/** Telephone numbers in pairs, as Ethiopians say them: "0911234567" → ዜሮ ዘጠኝ, አስራ አንድ, ሃያ ሦስት …; codes digit by digit. */
export function readPhones(text: string): string {
  return readServiceCodes(text, digitByDigit)
    .replace(CARD, (number) => number.split(/\D/).map(digitByDigit).join(', '))
    .replace(INTERNATIONAL, (match: string) => {
      const digits = match.replace(/\D/g, '')
      if (digits.length < 8 || digits.length > 15) return match
      const country = COUNTRY_CODE.exec(digits)?.[0] ?? ''
      const name = country === ETHIOPIA ? cardinal(country) : digitByDigit(country)
      return `ፕላስ ${name}, ${inPairs(digits.slice(country.length))}`
    })
    .replace(NATIONAL, (match: string) => {
      const digits = match.replace(/\D/g, '')
      if (digits.length === 11) return match.split(/\D+/).map(digitByDigit).join(', ')
      return digits.length < 9 || digits.length > 10 ? match : byGroups(match)
    })
    .replace(AFTER_WORD, (digits: string) => {
      return digits.length > 6 ? inPairs(digits) : digitByDigit(digits)
    })
}

/** Groups as they are written: "011-551-2345" → ዜሮ አስራ አንድ, አምስት ሃምሳ አንድ, ሃያ ሦስት, አርባ አምስት. */
function byGroups(written: string): string {
  return written
    .split(/\D+/)
    .map((group) =>
      group.length === 3
        ? `${cardinal(group.slice(0, 1))} ${pair(group.slice(1))}`
        : inPairs(group),
    )
    .join(', ')
}

/** An odd first digit stands alone: "911234567" → ዘጠኝ, አስራ አንድ, … */
function inPairs(digits: string): string {
  const odd = digits.length % 2 === 1 ? [digits.slice(0, 1)] : []
  const pairs = digits.slice(odd.length).match(/\d\d/g) ?? []
  return [...odd, ...pairs].map(pair).join(', ')
}

function pair(digits: string): string {
  return digits.startsWith('0') ? digitByDigit(digits) : cardinal(digits)
}
