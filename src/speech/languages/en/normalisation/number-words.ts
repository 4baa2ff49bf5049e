import { groupsOfThree } from '#speech/languages/common/groups-of-three.ts'

const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
  'nineteen',
] as const
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion', 'quintillion']
const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** More digits than these are never a quantity: they are read one by one. */
export const MOST_DIGITS = 18

function belowHundred(value: number): string {
  const small = SMALL[value]
  if (small !== undefined) return small
  const tens = TENS[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? tens : `${tens} ${SMALL[value % 10]}`
}

function belowThousand(value: number): string {
  if (value < 100) return belowHundred(value)
  const hundreds = `${SMALL[Math.floor(value / 100)]} hundred`
  return value % 100 === 0 ? hundreds : `${hundreds} and ${belowHundred(value % 100)}`
}

/** A whole number in British English: "1005" → one thousand and five. Longer than `MOST_DIGITS` it is read digit by digit. */
export function cardinal(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '')
  if (plain.length > MOST_DIGITS) return digitByDigit(digits)
  if (plain === '0') return belowThousand(0)
  return groupsOfThree(plain)
    .filter(({ value }) => value > 0)
    .map(({ value, scale }) => {
      const link = scale === 0 && plain.length > 3 && value < 100 ? 'and ' : ''
      return `${link}${belowThousand(value)} ${SCALES[scale]}`.trim()
    })
    .join(' ')
}

/** "22" → twenty second. */
export function ordinal(digits: string): string {
  return cardinal(digits).replace(/\w+$/, (last) => {
    const irregular = IRREGULAR_ORDINALS[last]
    return irregular ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)
  })
}

/** "40" → four zero. Beyond twelve digits a comma follows every fourth, so that a listener can keep up. */
export function digitByDigit(digits: string, zero = 'zero'): string {
  const words = [...digits].map((digit) => (digit === '0' ? zero : SMALL[Number(digit)]))
  if (words.length <= 12) return words.join(' ')
  return words
    .map((word, index) => (index % 4 === 3 && index < words.length - 1 ? `${word},` : word))
    .join(' ')
}

/** A number as it is written, with thousands separators and decimals: "1,234.5", ".5". A leading zero means digit by digit. */
export function quantity(written: string): string {
  const [whole = '', decimals] = written.replaceAll(',', '').split('.')
  const isCode = whole.length > 1 && whole.startsWith('0')
  const integer = isCode ? digitByDigit(whole) : whole === '' ? '' : cardinal(whole)
  return decimals ? `${integer} point ${digitByDigit(decimals)}`.trim() : integer
}

/** Two digits as in a time or the end of a year: "05" → oh five. */
export function pair(digits: string): string {
  return digits.startsWith('0') ? `oh ${cardinal(digits)}` : cardinal(digits)
}

/** A year: "1999" → nineteen ninety nine, "2005" → two thousand and five, "1900" → nineteen hundred. */
export function year(digits: string): string {
  const century = digits.slice(0, -2)
  const rest = digits.slice(-2)
  if (digits.length !== 4 || /^[1-9]00/.test(digits)) return cardinal(digits)
  return rest === '00' ? `${cardinal(century)} hundred` : `${cardinal(century)} ${pair(rest)}`
}

/** The plural of a number word: "nineties", "twos", "sixes". */
export function plural(words: string): string {
  if (words.endsWith('y')) return `${words.slice(0, -1)}ies`
  return words.endsWith('x') ? `${words}es` : `${words}s`
}
