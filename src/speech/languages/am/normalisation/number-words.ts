import { groupsOfThree } from '#speech/languages/common/groups-of-three.ts'
import { withEnding, withFirstOrder } from './letters.ts'

const ONES = [...['ዜሮ', 'አንድ', 'ሁለት', 'ሦስት', 'አራት', 'አምስት', 'ስድስት', 'ሰባት', 'ስምንት', 'ዘጠኝ']] as const
const TENS = ['', 'አስራ', 'ሃያ', 'ሰላሳ', 'አርባ', 'ሃምሳ', 'ስልሳ', 'ሰባ', 'ሰማንያ', 'ዘጠና'] as const
const SCALES = ['', 'ሺህ', 'ሚሊዮን', 'ቢሊዮን', 'ትሪሊዮን'] as const
const LONGEST_WITHOUT_BREAK = 12

/** More digits than these are never a quantity: they are read one by one. */
export const MOST_DIGITS = 15

function belowHundred(value: number): string {
  const one = ONES[value % 10] ?? ''
  if (value < 10) return one
  if (value === 10) return 'አስር'
  const tens = TENS[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? tens : `${tens} ${one}`
}

function belowThousand(value: number): string {
  if (value < 100) return belowHundred(value)
  const hundreds = `${ONES[Math.floor(value / 100)]} መቶ`
  return value % 100 === 0 ? hundreds : `${hundreds} ${belowHundred(value % 100)}`
}

/** A whole number: "1005" → አንድ ሺህ አምስት. Longer than `MOST_DIGITS` it is read digit by digit. */
export function cardinal(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '')
  if (plain.length > MOST_DIGITS) return digitByDigit(digits)
  if (plain === '0') return belowThousand(0)
  return groupsOfThree(plain)
    .filter(({ value }) => value > 0)
    .map(({ value, scale }) => `${belowThousand(value)} ${SCALES[scale]}`.trim())
    .join(' ')
}

/** "2" → ሁለተኛ, "20" → ሃያኛ, "9" → ዘጠነኛ, "1000" → አንድ ሺኛ. */
export function ordinal(digits: string): string {
  const words = cardinal(digits).replace(/ዘጠኝ$/, 'ዘጠን').replace(/ሺህ$/, 'ሺ')
  return `${withFirstOrder(words)}ኛ`
}

/** A number with the ending written after its figures: "26" + "ቱ" → ሃያ ስድስቱ, "16" + "ኛው" → አስራ ስድስተኛው. */
export function inflected(digits: string, ending: string): string {
  if (ending.startsWith('ኛ')) return ordinal(digits) + ending.slice(1)
  const words =
    digits.length === 4 && /^1[1-9]/.test(digits) && ending.startsWith('ዎ')
      ? year(digits)
      : cardinal(digits)
  return withEnding(words, ending)
}

/** "40" → አራት ዜሮ. Beyond twelve digits a comma follows every fourth, so that a listener can keep up. */
export function digitByDigit(digits: string): string {
  const words = [...digits].map((digit) => ONES[Number(digit)] ?? '')
  if (words.length <= LONGEST_WITHOUT_BREAK) return words.join(' ')
  return words
    .map((word, index) => (index % 4 === 3 && index < words.length - 1 ? `${word},` : word))
    .join(' ')
}

/** A number as it is written, without separators: "3.14" → ሦስት ነጥብ አንድ አራት; a nought before others is a code. */
export function quantity(written: string): string {
  const [whole = '', decimals] = written.split('.')
  const isCode = whole.length > 1 && whole.startsWith('0') && decimals === undefined
  const integer = isCode ? digitByDigit(whole) : cardinal(whole === '' ? '0' : whole)
  return decimals === undefined ? integer : `${integer} ነጥብ ${digitByDigit(decimals)}`
}

/** A year: from 1100 to 1999 by hundreds, as ፲፱፻ writes it: "1966" → አስራ ዘጠኝ መቶ ስልሳ ስድስት. */
export function year(digits: string): string {
  if (!/^1[1-9]\d\d$/.test(digits)) return cardinal(digits)
  const hundreds = `${cardinal(digits.slice(0, 2))} መቶ`
  return digits.endsWith('00') ? hundreds : `${hundreds} ${cardinal(digits.slice(2))}`
}

/** "1/2" → ግማሽ, "1/3" → ሲሶ, "3/4" → ሦስት አራተኛ. */
export function fraction(over: string, under: string): string {
  if (over === '1' && under === '2') return 'ግማሽ'
  if (over === '1' && under === '3') return 'ሲሶ'
  if (over === '1' && under === '4') return 'ሩብ'
  const parts = ordinal(under)
  // "አንድ መቶኛ" has its one already.
  if (/^(?:100|1000)$/.test(under)) return `${cardinal(over)} ${parts.replace(/^አንድ /, '')}`
  return `${cardinal(over)} ${parts}`
}
