import type { KnownWords } from './known-words.ts'
import { canonical, hasDots, hasTone, plainOf, sameTones } from './marks.ts'

/** Share of unmarked occurrences below which a word without marks lacks them. */
const RARELY_TONELESS = 0.1
/** The same limit in a text that is otherwise marked: only words that are practically never unmarked. */
const NEVER_TONELESS = 0.02
/** A text has tones, or dots, throughout where fewer than this share of the words that should have some lack them. */
const FEW = 0.15
/** So much more probable must a text without any dot be from a writer who has no dots: natural logarithm. */
const SURELY_DOTLESS = 3
/** What a form that the lexicon never has without dots still counts. */
const SELDOM = 0.01

/** Which marks the writer of a text uses. */
export interface Writing {
  /** Throughout, so that a vowel without a mark is on mid tone. */
  readonly hasTones: boolean
  /** Throughout, so that a letter without a dot has none. */
  readonly hasDots: boolean
  /** Never, although there are tones: a letter without a dot may need one. */
  readonly lacksDots: boolean
  /** Whether a word lacks marks. */
  wants(word: string): boolean
}

/**
 * Tells by its words which marks a text has. Number words come with marks into any text, so the number of marked words
 * says nothing; the number of words that lack marks decides.
 */
export function writingOf(words: readonly string[], known: KnownWords): Writing {
  const toneless = words.filter((word) => !hasTone(word))
  const toned = words.length - toneless.length
  const missing = toneless.filter((word) => tonelessShare(word, known) < RARELY_TONELESS)
  const hasTones = toned > 0 && missing.length < FEW * toneless.length
  const canonicals = words.map(canonical)
  const lacksDots = isDotless(canonicals, hasTones, known)
  return {
    hasTones,
    lacksDots,
    hasDots:
      !lacksDots &&
      (hasTones || toned < FEW * words.length) &&
      hasDotsThroughout(canonicals, known),
    wants(word) {
      if (lacksDots) return true
      if (hasTone(word)) return !hasTones
      return !hasTones || tonelessShare(word, known) < NEVER_TONELESS
    },
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

/** Whether there is no dot, and words with these tones mostly have some. */
function isDotless(words: readonly string[], hasTones: boolean, known: KnownWords): boolean {
  if (words.some(hasDots)) return false
  const evidence = words
    .filter((word) => hasTones || hasTone(word))
    .reduce((sum, word) => sum - Math.log(dotlessShare(word, known)), 0)
  return evidence > SURELY_DOTLESS
}

/** Share of the occurrences of a word in these tones that have no dot. */
function dotlessShare(word: string, known: KnownWords): number {
  const forms = known(plainOf(word)).filter(({ form }) => sameTones(form, word))
  if (forms.length === 0) return 1
  const sum = (some: typeof forms): number => some.reduce((total, { share }) => total + share, 0)
  return Math.max(SELDOM, sum(forms.filter(({ form }) => !hasDots(form))) / sum(forms))
}

function hasDotsThroughout(words: readonly string[], known: KnownWords): boolean {
  const dotted = words.filter(hasDots).length
  const missing = words.filter((word) => {
    const forms = known(plainOf(word))
    const share = forms.reduce((sum, { form, share }) => (hasDots(form) ? sum : sum + share), 0)
    return !hasDots(word) && forms.length > 0 && share < RARELY_TONELESS
  }).length
  return dotted > 0 && missing < FEW * (dotted + missing)
}
