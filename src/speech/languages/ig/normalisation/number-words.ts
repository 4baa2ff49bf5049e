import type { NumberStyle } from '#shared/script.ts'
import { cardinal as englishCardinal } from '#speech/languages/en/normalisation/number-words.ts'

const DIGITS = [
  ...['efu', 'otu', 'abụọ', 'atọ', 'anọ', 'ise', 'isii', 'asaa', 'asatọ', 'itoolu', 'iri'],
] as const
/** Names of thousand, million and thousand million; beyond, a count of thousand millions. */
const SCALES = ['', 'puku', 'nde', 'ijeri'] as const

/** More digits than these are never a quantity: they are read one by one. */
export const MOST_DIGITS = 15

/** "1005" → otu puku na ise. Longer than `MOST_DIGITS` it is read digit by digit. */
export function cardinal(digits: string, style: NumberStyle = 'decimal'): string {
  const plain = digits.replace(/^0+(?=\d)/, '')
  if (plain.length > MOST_DIGITS) return digitByDigit(digits)
  if (style === 'english') return englishCardinal(plain)
  const value = Number(plain)
  if (style === 'traditional') return byScores(value)
  return decimal(value, style === 'commas' ? listed : joined)
}

/** "40" → anọ efu. Beyond twelve digits a comma follows every fourth, so that a listener can keep up. */
export function digitByDigit(digits: string): string {
  const words = [...digits].map((digit) => DIGITS[Number(digit)] ?? '')
  if (words.length <= 12) return words.join(' ')
  return words
    .map((word, index) => (index % 4 === 3 && index < words.length - 1 ? `${word},` : word))
    .join(' ')
}

/** "1" → mbụ, "2" → abụọ: what follows "nke". */
export function ordinal(digits: string, style: NumberStyle = 'decimal'): string {
  return /^0*1$/.test(digits) ? 'mbụ' : cardinal(digits, style)
}

/** A number as it is written, with thousands separators and decimals: "1,234.5" → … ntụpọ ise. A leading nought means digit by digit. */
export function quantity(written: string, style: NumberStyle = 'decimal'): string {
  const [whole = '', decimals] = written.replaceAll(',', '').split('.')
  const isCode = whole.length > 1 && whole.startsWith('0')
  const integer = isCode ? digitByDigit(whole) : cardinal(whole === '' ? '0' : whole, style)
  if (!decimals) return integer
  const point = style === 'english' ? 'point' : 'ntụpọ'
  const rest =
    style === 'english' ? [...decimals].map(englishCardinal).join(' ') : digitByDigit(decimals)
  return `${integer} ${point} ${rest}`
}

/** Modern counting by tens: 21 is "iri abụọ na otu". */
function decimal(value: number, join: (parts: readonly string[]) => string = joined): string {
  if (value < 1000) return belowThousand(value)
  const parts: string[] = []
  let rest = value
  for (let scale = SCALES.length - 1; scale > 0; scale--) {
    const size = 1000 ** scale
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(scaled(count, SCALES[scale] ?? ''))
    rest %= size
  }
  if (rest > 0) parts.push(belowThousand(rest))
  return join(parts)
}

/** "puku abụọ"; one is said before its scale, "otu puku", and round hundreds too, "narị puku atọ". */
function scaled(count: number, scale: string): string {
  if (count === 1) return `otu ${scale}`
  if (count >= 1000) return `${scaled(Math.floor(count / 1000), 'puku')} ${withRest(count, scale)}`
  if (count === 100) return `otu narị ${scale}`
  return count % 100 === 0 ? `narị ${scale} ${DIGITS[count / 100]}` : `${scale} ${decimal(count)}`
}

/** Thousands of thousand millions: "puku ijeri abụọ". */
function withRest(count: number, scale: string): string {
  const rest = count % 1000
  return rest === 0 ? scale : `${scale}, ${scaled(rest, scale)}`
}

/** As school books list them: a comma after every scale, "na" before the last part where that is one word. */
function listed(parts: readonly string[]): string {
  return parts.reduce((text, part, index) => {
    if (index === 0) return part
    return `${text}, ${index === parts.length - 1 && !part.includes(' ') ? 'na ' : ''}${part}`
  }, '')
}

/** With "na" between short parts; a comma keeps "puku iri anọ, na ise" from being forty-five thousand. */
function joined(parts: readonly string[]): string {
  return parts.reduce((text, part, index) => {
    if (index === 0) return part
    const isShort =
      !(parts[index - 1] ?? '').includes(' na ') && !/ iri$| iri /.test(parts[index - 1] ?? '')
    if (isShort) return `${text} na ${part}`
    return `${text}, ${index === parts.length - 1 && !part.includes(' ') ? 'na ' : ''}${part}`
  }, '')
}

function belowThousand(value: number): string {
  if (value < 100) return belowHundred(value)
  const count = Math.floor(value / 100)
  const hundreds = count === 1 ? 'otu narị' : `narị ${DIGITS[count]}`
  return value % 100 === 0 ? hundreds : `${hundreds} na ${belowHundred(value % 100)}`
}

function belowHundred(value: number): string {
  const small = DIGITS[value]
  if (small !== undefined) return small
  const count = Math.floor(value / 10)
  const tens = count === 1 ? 'iri' : `iri ${DIGITS[count]}`
  return value % 10 === 0 ? tens : `${tens} na ${DIGITS[value % 10]}`
}

/** The older counting: by twenties (ọgụ), four hundreds (nnụ) and powers of four hundred. */
function byScores(value: number): string {
  if (value < 20) return belowHundred(value)
  if (value < 400) return withRemainder('ọgụ', Math.floor(value / 20), value % 20)
  let size = 400
  let unit = 'nnụ'
  while (value >= size * 400) {
    size *= 400
    unit += ' nnụ'
  }
  return withRemainder(unit, Math.floor(value / size), value % size)
}

function withRemainder(unit: string, count: number, rest: number): string {
  const counted = count === 1 ? unit : `${unit} ${byScores(count)}`
  return rest === 0 ? counted : `${counted} na ${byScores(rest)}`
}
