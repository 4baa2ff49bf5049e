import type { PhraseBreaks } from '#speech/languages/common/phrase-breaks.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { Sentence } from '#speech/utterance.ts'

/** A word, as far as it matters for where a reader rests. */
export interface PhrasedWord {
  readonly text: string
  /** Of the first word, with those that were said in the same breath before it. */
  readonly syllables: number
  /** Words at which its language joins phrases. */
  readonly breaks: PhraseBreaks
  /** Log odds of a pause after it, as one native reader reads. */
  readonly logOdds: number
  /** A mark is written after it, at which readers rest. */
  readonly isWritten: boolean
  /** The mark is a comma, at which they may go on. */
  readonly isLight: boolean
  /** The next word belongs to the same name or token. */
  readonly joinsNext?: boolean
}

/** The words of a sentence for `breathGroups`. `logOdds`: of a pause after each word. */
export function phrasedWords(
  { words, wordsBefore = 0 }: Pick<Sentence, 'words' | 'wordsBefore'>,
  logOdds: readonly number[],
): readonly PhrasedWord[] {
  const syllablesBefore = Math.round(wordsBefore * SYLLABLES_PER_WORD)
  return words.map((word, at) => ({
    text: word.text,
    syllables: word.syllables.length + (at === 0 ? syllablesBefore : 0),
    isWritten: word.breakAfter,
    isLight: word.isBreakLight ?? false,
    joinsNext: word.joinsNext ?? false,
    breaks: languageFor(word.language).phraseBreaks,
    logOdds: logOdds[at] ?? Number.NEGATIVE_INFINITY,
  }))
}

/** Of words whose syllables are not known, in all languages. */
const SYLLABLES_PER_WORD = 1.3
/** Log odds of a pause after any word, where no model has learned from readers: the words that join and the lengths decide. */
const WITHOUT_READER = -0.5

/**
 * A sentence with rests for breath, by rules: for voices whose engine makes its own prosody, and languages without a model, which would
 * otherwise read a long sentence without marks in one breath.
 */
export function withRests(sentence: Sentence): Sentence {
  const { words } = sentence
  const logOdds = words.map(() => WITHOUT_READER)
  const rests = breathGroups(phrasedWords(sentence, logOdds))
  const rested = words.map((word, at) =>
    rests[at] ? { ...word, restsAfter: true as const } : word,
  )
  return { ...sentence, words: rested }
}

/** The reader that was learned from reads slowly; others rest only where he is sure. */
const COST = 1.6
/** Where the next word begins a clause, begins a phrase, or goes on with one, in log odds. */
const BEFORE_CONJUNCTION = 1
const BEFORE_PREPOSITION = 0.3
const ELSEWHERE = -1.2
/** Fewer syllables between two pauses sound chopped. */
const SHORTEST = 6
/**
 * What a comma speaks for a rest, in log odds, and the syllables that the groups on both sides of a rest at one have at least: readers
 * end an intonation phrase at most commas, but pause the less, the shorter the phrases beside it are (Krivokapić 2007, "Prosodic
 * planning: effects of phrasal length and complexity on pause duration"; Gee & Grosjean 1983, "Performance structures").
 */
const AT_COMMA = 1.5
const SHORTEST_AT_COMMA = 10
/** For each syllable that a group lacks or has too many, in log odds. */
const TOO_SHORT = 0.6
const TOO_LONG = 0.3
/** Syllables of a breath, about nine seconds of a slow voice: for each more, in log odds, so that one is taken even where no reader of the model would. */
const MOST_IN_BREATH = 36
const OUT_OF_BREATH = 2
/** Beside a number word, in log odds: only who counts on and on runs out of breath there. */
const IN_NUMBER = -12

/**
 * For each word of a sentence, whether a reader rests after it: where a strong mark is written, and where the sum of what the
 * model of pauses says, of commas, of the words that join, and of the lengths of the breath groups is greatest (dynamic programming, as
 * Ostendorf and Veilleux, 1994, place prosodic phrases). Within a number ("hundred and fifty"), within a name and between two joining
 * words ("and in") nobody rests, unless a number alone is longer than a breath. The last word never has one.
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
      const before = words[from - 1]
      const cost = lengthCost(
        syllables,
        words[from]!.breaks,
        shortestBetween(before, words[to - 1]),
      )
      const sum = best[from]!.sum - cost + gain
      if (sum > found.sum) found = { sum, from }
      if (before && mustRest(before)) break
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
  if (!after || mustRest(before)) return 0
  if (before.isLight) return AT_COMMA
  if (before.joinsNext) return Number.NEGATIVE_INFINITY
  const { conjunctions, prepositions, numerals } = before.breaks
  if (numerals?.has(before.text) || after.breaks.numerals?.has(after.text)) return IN_NUMBER
  if (conjunctions.has(before.text) || prepositions.has(before.text))
    return Number.NEGATIVE_INFINITY
  const joins = after.breaks.conjunctions.has(after.text)
    ? BEFORE_CONJUNCTION
    : after.breaks.prepositions.has(after.text)
      ? BEFORE_PREPOSITION
      : ELSEWHERE
  return before.logOdds + joins - COST
}

function mustRest({ isWritten, isLight }: PhrasedWord): boolean {
  return isWritten && !isLight
}

/** Syllables that a group has at least, by the words before it and at its end. */
function shortestBetween(before: PhrasedWord | undefined, last: PhrasedWord | undefined): number {
  return before?.isLight || last?.isLight ? SHORTEST_AT_COMMA : SHORTEST
}

function lengthCost(syllables: number, { longestGroup }: PhraseBreaks, shortest: number): number {
  if (syllables < shortest) return TOO_SHORT * (shortest - syllables)
  const more = TOO_LONG * Math.max(0, syllables - longestGroup)
  return more + OUT_OF_BREATH * Math.max(0, syllables - MOST_IN_BREATH)
}
