import type { KnownWords } from './known-words.ts'
import { canonical, hasTone, plainOf } from './marks.ts'

/** Share of unmarked occurrences below which a word without marks lacks them. */
const RARELY_TONELESS = 0.1
/** The same limit in a text that is otherwise marked: only words that are practically never unmarked. */
const NEVER_TONELESS = 0.02
/** A text is marked throughout where fewer than this share of its unmarked words lack marks. */
const FEW = 0.15

/**
 * Returns a test for words that lack marks. In an unmarked text these are all words without tone; in one that is marked
 * throughout only those that no writer leaves unmarked, because a vowel without a mark is on mid tone there. Number
 * words come with marks into any text, so the number of marked words says nothing; the number of words that lack marks
 * decides.
 */
export function wantsMarks(words: readonly string[], known: KnownWords): (word: string) => boolean {
  const toneless = words.filter((word) => !hasTone(word))
  const missing = toneless.filter((word) => tonelessShare(word, known) < RARELY_TONELESS)
  const isMarked = toneless.length < words.length && missing.length < FEW * toneless.length
  return (word) => {
    if (hasTone(word)) return !isMarked
    return !isMarked || tonelessShare(word, known) < NEVER_TONELESS
  }
}

/** Whether the lexicon has the word with a tone. */
export function mayHaveTone(word: string, known: KnownWords): boolean {
  return tonelessShare(word, known) < 1
}

/** Share of occurrences without tone marks in careful texts; 1 where the lexicon does not have the word. */
function tonelessShare(word: string, known: KnownWords): number {
  const forms = known(plainOf(canonical(word)))
  if (forms.length === 0) return 1
  return forms.reduce((sum, { form, share }) => (hasTone(form) ? sum : sum + share), 0)
}
