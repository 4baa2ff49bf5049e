import type { LanguageCode } from '#shared/languages/languages.ts'
import { unspokenWords } from '#speech/pipeline/unspoken-words.ts'
import type { Dictionary } from './dictionary.ts'

/** A text, and the language that it is spoken in. */
export interface TextToSpeak {
  readonly text: string
  readonly language: LanguageCode
  readonly projectId?: string | undefined
}

/** Words of a text that are left out, because its language cannot read their letters; see `unspokenWords`. Throws AppError. */
export type FindUnspoken = (order: TextToSpeak) => Promise<readonly string[]>

/** Finds the words of a text that are not spoken here: the dictionary may say how to read them. */
export function unspokenWith(pronunciations: Pick<Dictionary, 'entriesFor'>): FindUnspoken {
  return async ({ text, language, projectId }) => {
    const left = unspokenWords(text, language)
    if (left.length === 0) return left
    return unspokenWords(text, language, await pronunciations.entriesFor(text, projectId))
  }
}

/** What a person is told of words that are not spoken; undefined where there are none. */
export function unspokenNotice(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined
  const named = words.slice(0, MOST_NAMED).map((word) => `"${clipped(word)}"`)
  const more = words.length - named.length
  const list = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
  return `Not spoken, because the language cannot read these letters: ${list}. Write the words in other letters, or put them into the dictionary.`
}

const MOST_NAMED = 10
const LONGEST_WORD = 60

function clipped(word: string): string {
  const letters = [...word]
  return letters.length <= LONGEST_WORD ? word : `${letters.slice(0, LONGEST_WORD).join('')}…`
}
