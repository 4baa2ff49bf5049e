import type { NumberStyle } from '#shared/script.ts'
import * as english from '#speech/languages/en/normalisation/number-words.ts'
import { decimal, digitName, type Form, traditional } from './number-words.ts'

/** Number words of one style. All functions take digits as they are written. */
export interface Figures {
  readonly style: NumberStyle
  /** A whole number: "12" → méjìlá. */
  readonly whole: (digits: string, form: Form) => string
  /** With separators and decimals: "1,234.5". */
  readonly quantity: (written: string, form: Form) => string
  readonly year: (digits: string) => string
  /** One by one, with a break after every fourth beyond eleven. */
  readonly digitByDigit: (digits: string) => string
}

const MOST_DIGITS = 15

/** The words for figures in one style. */
export function figuresIn(style: NumberStyle): Figures {
  const digitByDigit = style === 'english' ? english.digitByDigit : yorubaDigits
  const whole: Figures['whole'] = (digits, form) => {
    const plain = digits.replace(/^0+(?=\d)/, '')
    if (plain.length > MOST_DIGITS) return digitByDigit(digits)
    const value = Number(plain)
    if (style === 'traditional') return traditional(value, form)
    // In the middle of English figures an ordinal up to the days of a month is still said in Yoruba.
    const isEnglish = style === 'english' && (form !== 'ordinal' || value > 31)
    return isEnglish ? english.cardinal(plain) : decimal(value, form)
  }
  const quantity: Figures['quantity'] = (written, form) => {
    const [integer = '', decimals] = written.replaceAll(',', '').split('.')
    const isCode = integer.length > 1 && integer.startsWith('0')
    const start = isCode ? digitByDigit(integer) : integer === '' ? '' : whole(integer, form)
    if (!decimals) return start
    const point = style === 'english' ? 'point' : 'pọ́íǹtì'
    return `${start} ${point} ${digitByDigit(decimals)}`.trim()
  }
  const year: Figures['year'] = (digits) =>
    style === 'english' ? english.year(digits) : whole(digits, 'counted')
  return { style, whole, quantity, year, digitByDigit }
}

function yorubaDigits(digits: string): string {
  const words = [...digits].map(digitName)
  if (words.length <= 11) return words.join(' ')
  return words
    .map((word, index) => (index % 4 === 3 && index < words.length - 1 ? `${word},` : word))
    .join(' ')
}
