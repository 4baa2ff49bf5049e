import type { PhraseBreaks } from '#speech/languages/common/phrase-breaks.ts'
import type { Stretch } from '../audio/silences.ts'

/** A word of a text as it is spoken, in seconds. */
export interface PlacedWord extends Stretch {
  readonly text: string
  /** A mark is written after it. */
  readonly hasMark: boolean
  /** The engine says what follows as a piece of its own. */
  readonly endsPiece: boolean
}

/**
 * Where a silence is heard: where a mark is written; where the engine rests without one, before a word that joins clauses or
 * phrases, or elsewhere; between two pieces of a sentence where no mark is written; between two words where no rest was planned; inside a word,
 * as while the lips are closed.
 */
export type PausePlace = 'mark' | 'joining' | 'elsewhere' | 'piece' | 'unplanned' | 'inside'

/** A gap of this length between two words is a rest that was planned, in seconds. */
const LEAST_GAP = 0.05
/** A silence that begins at most this long before a word is of the word's first consonant, such as p or k, in seconds. */
const EDGE = 0.03

/** The place of each silence of a text; `breaks` of its language. The words are in order of time. */
export function pausePlaces(
  words: readonly PlacedWord[],
  silences: readonly Stretch[],
  breaks: PhraseBreaks,
): readonly PausePlace[] {
  return silences.map((silence) => {
    const rest = words.findIndex((_, at) => rests(words, at, silence))
    if (rest >= 0) return restPlace(words[rest]!, words[rest + 1]!, breaks)
    const isBetween = words.some(
      ({ end }, at) => at < words.length - 1 && end > silence.start + EDGE && end < silence.end,
    )
    return isBetween ? 'unplanned' : 'inside'
  })
}

/** Whether a silence is heard in the rest that was planned after a word. */
function rests(words: readonly PlacedWord[], at: number, silence: Stretch): boolean {
  const [before, after] = [words[at], words[at + 1]]
  if (!before || !after || after.start - before.end < LEAST_GAP) return false
  return silence.start < after.start && silence.end > before.end
}

function restPlace(before: PlacedWord, after: PlacedWord, breaks: PhraseBreaks): PausePlace {
  if (before.hasMark) return 'mark'
  if (before.endsPiece) return 'piece'
  const joins = breaks.conjunctions.has(after.text) || breaks.prepositions.has(after.text)
  return joins ? 'joining' : 'elsewhere'
}

/** Words of a text, at most, that were not spoken in a row. */
const MOST_PASSED_OVER = 8
/** What may close behind a mark. */
const CLOSING_SIGNS = /[’'»\]]+$/u

/** For each spoken word, whether a mark follows it in the text that was put into words. Words of the text that were not spoken are passed over. */
export function marksAfter(spoken: readonly string[], text: string): readonly boolean[] {
  const tokens = text.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token) || isMark(token))
  let at = 0
  return spoken.map((word) => {
    // One word that is not found must not take the marks of all behind it.
    const found = tokens.findIndex(
      (token, index) => index >= at && index < at + MOST_PASSED_OVER && bare(token) === bare(word),
    )
    if (found < 0) return false
    at = found + 1
    return isMark(tokens[found]?.replace(CLOSING_SIGNS, '').at(-1)) || isOnlyMarks(tokens[at])
  })
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

function isMark(text: string | undefined): boolean {
  return text !== undefined && /[.,;:!?…—–()"”“።፣፤፥]/u.test(text)
}

function isOnlyMarks(token: string | undefined): boolean {
  return token !== undefined && isMark(token) && bare(token) === ''
}
