import type { LanguageCode } from '#shared/languages/languages.ts'
import { NEGATION_MARKERS } from './negation-markers.ts'
import { type Finding, type SentencePair, type Word, wordsOf } from './sentence-pair.ts'

/** Two words that deny, so near to each other, deny once: "nobody no come", "ba … ba", "kò … rárá". */
const NEAR: Readonly<Record<LanguageCode, number>> = {
  ...{ am: 3, en: 1, ha: 9, ig: 3, pcm: 3, yo: 5 },
}

interface Denials {
  /** The words of each negation. */
  readonly sure: readonly string[]
  readonly possible: number
}

/** A negation of the source that the translation lacks, one that it adds, and more or fewer of them than the source has. */
export function negationFindings({ source, text, from, to }: SentencePair): readonly Finding[] {
  const [asked, given] = [denialsIn(source, from), denialsIn(text, to)]
  if (asked.sure.length > given.sure.length)
    return [{ source: asked.sure.join(' … '), text: given.sure.join(' … ') }]
  if (given.sure.length > asked.sure.length + asked.possible)
    return [{ source: asked.sure.join(' … '), text: given.sure.join(' … ') }]
  return []
}

/** Whether a word in small letters is one that denies. */
export function isNegation(lower: string, language: LanguageCode): boolean {
  const { sure, except } = NEGATION_MARKERS[language]
  return sure.test(lower) && !except?.test(lower)
}

function denialsIn(sentence: string, language: LanguageCode): Denials {
  const { possible } = NEGATION_MARKERS[language]
  const words = wordsOf(sentence)
  const found: string[] = []
  let last = Number.NEGATIVE_INFINITY
  let others = 0
  words.forEach((word, at) => {
    const form = word.lower
    if (isNegation(form, language) && isDenial(word, words[at + 1], language)) {
      if (at - last > NEAR[language]) found.push(word.surface)
      last = at
    } else if (possible.test(form)) others += 1
  })
  return { sure: found, possible: others }
}

/** "No. 5" is a number, "ò ń" is "you are", "kó" and "kọ́" beside another verb may be verbs of their own. */
function isDenial(word: Word, next: Word | undefined, language: LanguageCode): boolean {
  const { lower } = word
  if ((language === 'en' || language === 'pcm') && lower === 'no' && /^\d/u.test(next?.lower ?? ''))
    return false
  if (language === 'yo' && lower === 'ò') return next?.lower !== 'ń'
  if (language === 'yo' && lower === 'kọ́') return next === undefined
  return true
}
