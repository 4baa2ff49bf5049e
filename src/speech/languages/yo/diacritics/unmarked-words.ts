import type { KnownWords } from './known-words.ts'
import { canonical, hasTone, plainOf } from './marks.ts'

/** A word that is written without tone less often than this wants marks where it has none. */
const RARELY_TONELESS = 0.1
/** The same where the rest of the text is marked: then only words that are practically never toneless. */
const NEVER_TONELESS = 0.02
/** A text is marked throughout where fewer of its toneless words than this want marks. */
const FEW = 0.15

/**
 * Which words of a text want marks. In an unmarked text all that have no tone; in one that is marked throughout only
 * those that no writer leaves without, because what has no mark there is on mid tone. Words that are said for figures
 * come with marks into any text, so their number says nothing; what counts is how many words miss their marks.
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

/** How often the word is written without tone by careful writers; always, where the lexicon has not the word. */
function tonelessShare(word: string, known: KnownWords): number {
  const forms = known(plainOf(canonical(word)))
  if (forms.length === 0) return 1
  return forms.reduce((sum, { form, share }) => (hasTone(form) ? sum : sum + share), 0)
}
