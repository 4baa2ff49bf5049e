import { hasMarks } from './marks.ts'
import type { TextToken } from './tokens.ts'

/** Tells what is in another language than Yoruba. */
export interface ForeignSpeech {
  /** Whether a sentence surely is. */
  isForeign(sentence: string): boolean
  /** Starts of words that surely are foreign, in a sentence of Yoruba; in UTF-16 units. */
  foreignStarts(sentence: string): readonly number[]
}

/** Fewer words tell no language. */
const LEAST_WORDS = 3

/** So many foreign words in a row are foreign even where Yoruba has such a word ("so", "on", "in"). */
const SURE_ROW = 3

/**
 * The words that are in another language: those of whole sentences, and those without marks among Yoruba. `isYoruba`:
 * whether it may be a word of Yoruba that wants marks; then it is foreign in a row of foreign ones alone.
 */
export function foreignWords(
  tokens: readonly TextToken[],
  speech: ForeignSpeech,
  isYoruba: (word: TextToken) => boolean,
): ReadonlySet<TextToken> {
  const foreign = new Set<TextToken>()
  for (const sentence of sentencesOf(tokens)) {
    const words = sentence.filter(({ isWord }) => isWord)
    if (words.length < LEAST_WORDS) continue
    const text = sentence.map((token) => token.text).join('')
    const rows = speech.isForeign(text)
      ? [words]
      : rowsOf(words, sentence, speech.foreignStarts(text))
    for (const row of rows)
      for (const word of row) if (row.length >= SURE_ROW || !isYoruba(word)) foreign.add(word)
  }
  return foreign
}

/** Words that are foreign and follow each other. */
function rowsOf(
  words: readonly TextToken[],
  sentence: readonly TextToken[],
  starts: readonly number[],
): readonly (readonly TextToken[])[] {
  const foreign = new Set(starts.map((start) => start + (sentence[0]?.start ?? 0)))
  const rows: TextToken[][] = [[]]
  for (const word of words) {
    if (foreign.has(word.start) && !hasMarks(word.text)) rows.at(-1)?.push(word)
    else if (rows.at(-1)?.length !== 0) rows.push([])
  }
  return rows
}

function sentencesOf(tokens: readonly TextToken[]): readonly (readonly TextToken[])[] {
  const sentences: TextToken[][] = [[]]
  for (const token of tokens) {
    sentences.at(-1)?.push(token)
    if (!token.isWord && /[.?!\n]/.test(token.text)) sentences.push([])
  }
  return sentences
}
