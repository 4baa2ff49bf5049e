import type { LanguageCode } from '#shared/languages/languages.ts'
import { foldWord, wordsOfText } from '#shared/words/fold-word.ts'
import { assemble } from '#speech/text/assemble.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { type WrittenPlace, writtenPlaces } from './written-places.ts'

/** A word as it is said, and the written text that it is said for. */
export interface ExpectedWord extends WrittenPlace {
  readonly said: string
}

/**
 * The words that a reader of `text` says, after our own normalisation: figures as words, signs by their names. Throws
 * AppError('text/markup').
 * @example Of "₦50 a day", the words "fifty" and "naira" are both said for "₦50".
 */
export function expectedWords(text: string, language: LanguageCode): readonly ExpectedWord[] {
  const { sentences } = assemble(parseMarkup(text), language)
  const said = sentences.flatMap((sentence) => wordsOfText(sentence.text)).map(withoutPunctuation)
  const places = writtenPlaces(said, text)
  return said.map((word, at) => ({ said: word, ...(places[at] ?? { from: 0, to: 0 }) }))
}

/** A word in small letters with its marks, as recognisers write it. */
function withoutPunctuation(word: string): string {
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '').toLowerCase()
  return foldWord(bare) === '' ? word : bare
}
