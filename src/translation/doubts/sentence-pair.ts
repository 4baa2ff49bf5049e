import type { LanguageCode } from '#shared/languages/languages.ts'
import { folded } from '#translation/statistical/unknown-words.ts'

/** A sentence and its translation, as a check compares them. */
export interface SentencePair {
  readonly source: string
  readonly from: LanguageCode
  readonly text: string
  readonly to: LanguageCode
}

/** What is not accounted for: a part of the source that the translation lacks, a part of the translation that the source lacks, or both. */
export interface Finding {
  readonly source: string
  readonly text: string
}

/** A word of a sentence. */
export interface Word {
  /** As it is written. */
  readonly surface: string
  /** In small letters, with plain apostrophes, in NFC. */
  readonly lower: string
  /** `lower` without marks and hooks. */
  readonly bare: string
  /** Whether a sentence or a quotation begins with it. */
  readonly isFirst: boolean
  /** Whether its first letter is a capital. */
  readonly isCapital: boolean
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ-][\p{L}\p{M}\p{N}]+)*/gu
const BEFORE_FIRST = /(?:^|[.!?:;…።፧]["'”’)\]]*\s|["“‘«([])["'“‘«([\s-]*$/u

/** The words of a sentence in order; figures are words too. */
export function wordsOf(sentence: string): readonly Word[] {
  const text = sentence.normalize('NFC')
  return [...text.matchAll(WORD)].map(({ 0: surface, index }) => {
    const lower = surface.toLowerCase().replace(/[’ʼ]/gu, "'")
    return {
      ...{ surface, lower, bare: folded(lower) },
      isFirst: BEFORE_FIRST.test(text.slice(0, index)) || text.slice(0, index).trim() === '',
      isCapital: /^\p{Lu}/u.test(surface),
    }
  })
}

/** Findings of what is missing and what is added: what may stand for each other, in order, is one. */
export function pairedFindings(
  missing: readonly string[],
  added: readonly string[],
): readonly Finding[] {
  const length = Math.max(missing.length, added.length)
  return Array.from({ length }, (_, at) => ({ source: missing[at] ?? '', text: added[at] ?? '' }))
}
