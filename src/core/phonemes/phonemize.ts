import type { Sentence, TextSentence } from '#core/utterance.ts'
import type { LanguageCode } from '#shared/voices.ts'
import type { Sound } from './arpabet.ts'
import { pronounceEnglish, soundsOfGuess } from './english.ts'
import { type Lexicon, openEnglishLexicon } from './english-lexicon.ts'
import { wordsOf } from './english-words.ts'
import { createRecent } from './recent.ts'
import { syllabify } from './syllabify.ts'

/** Phones of the base synthesizer for words that no lexicon knows, one list per word, all words in one run. */
export type LettersToSound = (words: readonly string[]) => Promise<readonly (readonly string[])[]>

export interface Phonemizer {
  /** Words, syllables and phones of one sentence. A sentence without a letter of the language has no words. */
  phonemize(sentence: TextSentence): Promise<Sentence>
}

/** Guesses kept, in words: some 2 MB. */
const REMEMBERED_WORDS = 10_000

/**
 * Opens the reader of a language. `lexiconFolder` is resources/lexicons; its lists are read once, with the first
 * sentence. Errors of `lettersToSound` and of unreadable lexicons reach the caller of `phonemize`.
 */
export function createPhonemizer(
  language: LanguageCode,
  lettersToSound: LettersToSound,
  lexiconFolder: string,
): Phonemizer {
  switch (language) {
    case 'en':
      return createEnglishPhonemizer(lettersToSound, lexiconFolder)
  }
}

function createEnglishPhonemizer(
  lettersToSound: LettersToSound,
  lexiconFolder: string,
): Phonemizer {
  const guess = rememberGuesses(lettersToSound)
  let lexicon: Promise<Lexicon> | undefined
  return {
    async phonemize({ text, end, endsParagraph }) {
      lexicon ??= openEnglishLexicon(lexiconFolder)
      const tokens = wordsOf(text)
      const sounds = await pronounceEnglish(tokens, await lexicon, guess)
      const words = tokens.map((token, index) => ({
        text: token.text,
        syllables: syllabify(sounds[index] ?? []),
        breakAfter: token.breakAfter,
      }))
      return { words, end, endsParagraph }
    },
  }
}

function rememberGuesses(
  lettersToSound: LettersToSound,
): (words: readonly string[]) => Promise<readonly (readonly Sound[])[]> {
  const recent = createRecent<readonly Sound[]>(REMEMBERED_WORDS)
  return async (words) => {
    const remembered = new Map(words.map((word) => [word, recent.get(word)]))
    const missing = words.filter((word) => !remembered.get(word))
    const phones = missing.length === 0 ? [] : await lettersToSound(missing)
    for (const [index, word] of missing.entries()) {
      const sounds = soundsOfGuess(word, phones[index] ?? [])
      recent.set(word, sounds)
      remembered.set(word, sounds)
    }
    return words.map((word) => remembered.get(word) ?? [])
  }
}
