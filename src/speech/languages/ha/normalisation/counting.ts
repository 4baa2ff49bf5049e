import type { NumberStyle } from '#shared/script.ts'
import { groupsOfThree } from '#speech/languages/common/groups-of-three.ts'
import {
  cardinal as english,
  year as englishYear,
} from '#speech/languages/en/normalisation/number-words.ts'

/** Number words of one counting style. `digits` are digits alone, without separators. */
export interface Counting {
  readonly cardinal: (digits: string) => string
  /** One digit after the other; a comma follows every fourth of a long row. */
  readonly digitByDigit: (digits: string) => string
  /** "3", "14" → uku da ɗigo ɗaya huɗu. */
  readonly decimal: (whole: string, decimals: string) => string
  readonly year: (digits: string) => string
}

const SMALL = [
  ...[
    'sifili',
    'ɗaya',
    'biyu',
    'uku',
    'huɗu',
    'biyar',
    'shida',
    'bakwai',
    'takwas',
    'tara',
    'goma',
  ],
]
const TENS = [
  ...['', 'goma', 'ashirin', 'talatin', "arba'in", 'hamsin', 'sittin', "saba'in", 'tamanin'],
  "casa'in",
]
const SCALES = ['', 'dubu', 'miliyan', 'biliyan', 'tiriliyan', 'kwadirliyan']
const ENGLISH_DIGITS = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
]
/** More digits than these are never a quantity. */
const MOST_DIGITS = 18
const GROUP = 4
const LONG_ROW = 12

/** The counting of Hausa, or English figures, which many bilingual speakers use. Hausa has one counting of its own. */
export function countingOf(style: NumberStyle | undefined): Counting {
  return style === 'english' ? ENGLISH : HAUSA
}

const HAUSA: Counting = {
  cardinal,
  digitByDigit: (digits) => row(digits, SMALL),
  decimal: (whole, decimals) => `${cardinal(whole)} da ɗigo ${row(decimals, SMALL)}`,
  year,
}

const ENGLISH: Counting = {
  cardinal: (digits) => (isQuantity(digits) ? english(digits) : row(digits, ENGLISH_DIGITS)),
  digitByDigit: (digits) => row(digits, ENGLISH_DIGITS),
  decimal: (whole, decimals) => `${english(whole)} point ${row(decimals, ENGLISH_DIGITS)}`,
  year: englishYear,
}

/** "2500" → dubu biyu da ɗari biyar. Longer than 18 digits it is read digit by digit. */
function cardinal(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '')
  if (!isQuantity(plain)) return row(digits, SMALL)
  if (plain === '0') return SMALL[0] ?? ''
  return groupsOfThree(plain)
    .filter(({ value }) => value > 0)
    .map(({ value, scale }, index, groups) => {
      const words = scale === 0 ? belowThousand(value) : scaled(value, SCALES[scale])
      const next = groups[index + 1]
      if (next === undefined) return words
      return couldTakeIn(value, next) ? `${words}, da ` : `${words} da `
    })
    .join('')
}

/** 40,005 is no 45,000: a break keeps what follows from being counted with the tens or hundreds before it. */
function couldTakeIn(count: number, next: { value: number; scale: number }): boolean {
  const most = next.scale > 0 ? 0 : next.value
  if (most === 0) return false
  return (count % 100 === 0 && most < 100) || (count % 10 === 0 && count % 100 > 10 && most < 10)
}

function isQuantity(digits: string): boolean {
  return digits.replace(/^0+/, '').length <= MOST_DIGITS
}

function scaled(value: number, scale = ''): string {
  return value === 1 && scale === 'dubu' ? scale : `${scale} ${belowThousand(value)}`
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  const parts = [
    ...(hundreds > 0 ? [hundreds === 1 ? 'ɗari' : `ɗari ${SMALL[hundreds]}`] : []),
    ...(rest > 0 ? [belowHundred(rest)] : []),
  ]
  return parts.join(' da ')
}

function belowHundred(value: number): string {
  if (value <= 10) return SMALL[value] ?? ''
  if (value < 20) return `goma sha ${SMALL[value - 10]}`
  const tens = TENS[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? tens : `${tens} da ${SMALL[value % 10]}`
}

/** A year of the last millennium begins with the Arabic thousand: "1999" → alif da ɗari tara da casa'in da tara. */
function year(digits: string): string {
  return /^1\d{3}$/.test(digits)
    ? ['alif', belowThousand(Number(digits.slice(1)))].filter((part) => part !== '').join(' da ')
    : cardinal(digits)
}

function row(digits: string, names: readonly string[]): string {
  const words = [...digits].map((digit) => names[Number(digit)] ?? '')
  if (words.length <= LONG_ROW) return words.join(' ')
  const lastOfGroup = (index: number): boolean => index % GROUP === GROUP - 1
  return words
    .map((word, index) => (lastOfGroup(index) && index < words.length - 1 ? `${word},` : word))
    .join(' ')
}
