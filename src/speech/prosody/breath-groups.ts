import type { PhraseBreaks } from '#speech/languages/common/phrase-breaks.ts'

/** A word, as far as it matters for where a reader rests. */
export interface PhrasedWord {
  readonly text: string
  readonly syllables: number
  /** Words at which its language joins phrases. */
  readonly breaks: PhraseBreaks
  /** Log odds of a pause after it, as one native reader reads. */
  readonly logOdds: number
  /** A pause is written after it. */
  readonly isWritten: boolean
}

/** The reader that was learned from reads slowly; others rest only where he is sure. */
const COST = 1.6
/** Where the next word begins a clause, begins a phrase, or goes on with one, in log odds. */
const BEFORE_CONJUNCTION = 1
const BEFORE_PREPOSITION = 0.3
const ELSEWHERE = -1.2
/** Fewer syllables between two pauses sound chopped. */
const SHORTEST = 6
/** For each syllable that a group lacks or has too many, in log odds. */
const TOO_SHORT = 0.6
const TOO_LONG = 0.3

/**
 * For each word of a sentence, whether a reader rests after it: where a pause is written, and where the sum of what the
 * model of pauses says, of the words that join, and of the lengths of the breath groups is greatest (dynamic programming, as
 * Ostendorf and Veilleux, 1994, place prosodic phrases). Within a number ("hundred and fifty") and between two joining words
 * ("and in") nobody rests. The last word never has one.
 */
export function breathGroups(words: readonly PhrasedWord[]): readonly boolean[] {
  const rests = words.map(() => false)
  /** The best sum of all that ends with a rest before each word, and where the group before begins. */
  const best: { readonly sum: number; readonly from: number }[] = [{ sum: 0, from: 0 }]
  for (let to = 1; to <= words.length; to++) {
    let found = { sum: Number.NEGATIVE_INFINITY, from: to - 1 }
    const gain = restGain(words, to)
    let syllables = 0
    for (let from = to - 1; from >= 0; from--) {
      syllables += words[from]!.syllables
      const sum = best[from]!.sum - lengthCost(syllables, words[from]!.breaks) + gain
      if (sum > found.sum) found = { sum, from }
      if (from > 0 && words[from - 1]!.isWritten) break
    }
    best.push(found)
  }
  for (let at = words.length; at > 0; at = best[at]!.from)
    if (at < words.length) rests[at - 1] = true
  return rests
}

/** What a rest before the word `next` gains; nothing at the end of the sentence and where one is written. */
function restGain(words: readonly PhrasedWord[], next: number): number {
  const [before, after] = [words[next - 1]!, words[next]]
  if (!after || before.isWritten) return 0
  const { conjunctions, prepositions, numerals } = before.breaks
  const isInside =
    [conjunctions, prepositions, numerals].some((kind) => kind?.has(before.text)) ||
    after.breaks.numerals?.has(after.text)
  if (isInside) return Number.NEGATIVE_INFINITY
  const joins = after.breaks.conjunctions.has(after.text)
    ? BEFORE_CONJUNCTION
    : after.breaks.prepositions.has(after.text)
      ? BEFORE_PREPOSITION
      : ELSEWHERE
  return before.logOdds + joins - COST
}

function lengthCost(syllables: number, { longestGroup }: PhraseBreaks): number {
  if (syllables < SHORTEST) return TOO_SHORT * (SHORTEST - syllables)
  return TOO_LONG * Math.max(0, syllables - longestGroup)
}
