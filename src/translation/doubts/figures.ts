import type { LanguageCode } from '#shared/languages/languages.ts'
import { numberOf, partsOf } from './number-words.ts'
import { type Finding, pairedFindings, type SentencePair, wordsOf } from './sentence-pair.ts'

/** A number of a sentence: in figures, or one word of it. */
interface NumberFound {
  readonly written: string
  /** What it may be: 2.5 beside "million" is 2.5 and 2,500,000. */
  readonly values: readonly number[]
  readonly isWord: boolean
}

const FIGURES = /\d[\d.,:/'’–-]*\d|\d|[፩-፼]+/gu
/** Thousands with commas or spaces between them. */
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u
const MAGNITUDES: Readonly<Record<string, number>> = {
  ...{ k: 1e3, m: 1e6, mn: 1e6, bn: 1e9, b: 1e9, tn: 1e12, trn: 1e12 },
}

/** Units that a number has: whichever word or sign of a kind stands in one sentence has to have one in the other. */
const UNITS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    '%',
    /%|\bper ?cent\b|\bkashi\b|ìdá|ida nínú|\bpasent|\bpacent|pasentị|pásẹ́ńtì|በመቶ|ከመቶ|ፐርሰንት|በመቶኛ/iu,
  ],
  ['₦', /₦|\bN(?=\d)|\bnaira\b|náírà|naịra|naira|ናይራ/iu],
  ['$', /\$|\bdollars?\b|dọ́là|dọ́lá|dọlà|\bdala\b|\bdalar\b|dọla|dolar|ዶላር/iu],
  ['€', /€|\beuros?\b|\byuro\b|ዩሮ/iu],
  ['£', /£|\bpounds? sterling\b|\bpounds?\b|\bfam\b|pọ́ọ̀nù|pọ́n-ùn|paụnd|ፓውንድ/iu],
  ['ብር', /\bbirr\b|\bbir\b|ብር/iu],
]

/** Numbers that only one of the two has, and units of numbers. */
export function figureFindings({ source, text, from, to }: SentencePair): readonly Finding[] {
  const [asked, given] = [numbersIn(source, from), numbersIn(text, to)]
  const missing = unmatched(asked, given)
  const added = unmatched(given, asked)
  const written = (numbers: readonly NumberFound[]) => numbers.map((one) => one.written)
  return [...pairedFindings(written(missing), written(added)), ...unitFindings(source, text)]
}

/** Those of `some` that no number of `others` accounts for; each figure accounts for one. */
function unmatched(
  some: readonly NumberFound[],
  others: readonly NumberFound[],
): readonly NumberFound[] {
  const left = [...others]
  const unsure: NumberFound[] = []
  for (const one of some) {
    const at = left.findIndex((other) => other.isWord === one.isWord && isSame(one, other))
    if (at >= 0) left.splice(at, 1)
    else unsure.push(one)
  }
  const figures = others.filter(({ isWord }) => !isWord)
  const words = others.filter(({ isWord }) => isWord).flatMap(({ values }) => values)
  return unsure.filter((one) =>
    one.isWord ? !figures.some((figure) => isPartOf(one, figure)) : !isSaidWith(one, words),
  )
}

function isSame(one: NumberFound, other: NumberFound): boolean {
  if (one.values.length === 0) return one.written === other.written
  return one.values.some((value) => other.values.includes(value))
}

/** Whether a figure may stand for a number word among others: 25,000 for "five", but not 2017 for "two", since it is a year. */
function isPartOf(word: NumberFound, { written, values }: NumberFound): boolean {
  const isYear = /^[12]\d{3}$/u.test(written)
  const parts = isYear ? values : values.flatMap(partsOf)
  return parts.some((part) => word.values.includes(part))
}

/** Whether number words say a figure: itself, or at least two of its parts. */
function isSaidWith({ values }: NumberFound, words: readonly number[]): boolean {
  return values.some(
    (value) =>
      words.includes(value) ||
      new Set(partsOf(value).filter((part) => words.includes(part))).size >= 2,
  )
}

function numbersIn(sentence: string, language: LanguageCode): readonly NumberFound[] {
  const text = sentence.normalize('NFC')
  const figures = [...text.matchAll(FIGURES)].map(({ 0: written, index }) => {
    const value = Number(THOUSANDS.test(written) ? written.replaceAll(',', '') : written)
    const scale = scaleBeside(text.slice(0, index), text.slice(index + written.length), language)
    const values = Number.isNaN(value) ? [] : [value * scale]
    return { written, values, isWord: false }
  })
  const words = wordsOf(text).flatMap(({ surface, bare }) =>
    bare.split('-').flatMap((part) => {
      const value =
        numberOf(part, language) ?? (part === bare ? undefined : numberOf(bare, language))
      return value === undefined ? [] : [{ written: surface, values: [value], isWord: true }]
    }),
  )
  // "2.5 million" is told by its figure.
  const isScaled = figures.some(
    ({ values, written }) => (values[0] ?? 0) >= 100 * Number.parseFloat(written),
  )
  return [...figures, ...words.filter(({ values }) => !(isScaled && (values[0] ?? 0) >= 100))]
}

/** What a figure is multiplied by: "million" directly behind or before it, or with one word between them. */
function scaleBeside(before: string, after: string, language: LanguageCode): number {
  const following = wordsOf(/^[\s-]?([^\d.!?,;:…።]*)/u.exec(after)?.[1] ?? '').slice(0, 2)
  const preceding = wordsOf(/([^\d.!?,;:…።]*)$/u.exec(before)?.[1] ?? '').slice(-2)
  for (const { lower, bare } of [...following, ...preceding.reverse()]) {
    const scale = MAGNITUDES[lower] ?? numberOf(bare, language) ?? 1
    if (scale >= 100) return scale
  }
  return 1
}

function unitFindings(source: string, text: string): readonly Finding[] {
  return UNITS.flatMap(([name, pattern]) => {
    const [asked, given] = [pattern.exec(source)?.[0], pattern.exec(text)?.[0]]
    if ((asked === undefined) === (given === undefined)) return []
    // Without a figure beside it, a pound is a weight or a blow.
    if (!/\d/u.test(source) && name !== '₦' && name !== '$') return []
    return [{ source: asked ?? '', text: given ?? '' }]
  })
}
