import type { LanguageCode } from '#shared/voices.ts'
import type { Sound } from '#speech/languages/en/phonemes/arpabet.ts'
import { pronounceEnglish, soundsOfGuess } from '#speech/languages/en/phonemes/english.ts'
import { type Lexicon, openEnglishLexicon } from '#speech/languages/en/phonemes/lexicon.ts'
import { syllabify } from '#speech/languages/en/phonemes/syllabify.ts'
import { type Token, wordsOf } from '#speech/languages/en/phonemes/words.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { Syllable } from '#speech/utterance.ts'
import type { EnglishReader, Phonemizer } from './phonemizer.ts'
import { createRecent } from './recent.ts'

/** Phones of the base synthesizer for words that no lexicon knows, one list per word, all words in one run. */
export type LettersToSound = (words: readonly string[]) => Promise<readonly (readonly string[])[]>

/** Asked before the lexicons of a language are read. Throws where one of them is not as it should be. */
export type CheckLexicons = (language: LanguageCode) => Promise<void>

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
  checkLexicons: CheckLexicons = async () => undefined,
): Phonemizer {
  const english = openEnglish(lettersToSound, lexiconFolder, checkLexicons)
  const { createPhonemizer: createOwn } = languageFor(language)
  if (createOwn) {
    const reader = createOwn({ lexiconFolder, english })
    return {
      async phonemize(sentence) {
        await checkLexicons(language)
        return reader.phonemize(sentence)
      },
    }
  }
  return {
    async phonemize({ text, end, endsParagraph }) {
      const tokens = wordsOf(text)
      const syllables = await english.pronounce(tokens)
      const words = tokens.map((token, index) => ({
        text: token.text,
        language,
        syllables: syllables[index] ?? [],
        breakAfter: token.breakAfter,
      }))
      return { words, end, endsParagraph }
    },
  }
}

interface English extends EnglishReader {
  pronounce(tokens: readonly Token[]): Promise<readonly (readonly Syllable[])[]>
}

function openEnglish(
  lettersToSound: LettersToSound,
  lexiconFolder: string,
  checkLexicons: CheckLexicons,
): English {
  const guess = rememberGuesses(lettersToSound)
  let opened: Promise<Lexicon> | undefined
  const lexicon = async (): Promise<Lexicon> => {
    await checkLexicons('en')
    opened ??= openEnglishLexicon(lexiconFolder)
    return opened
  }
  const pronounce: English['pronounce'] = async (tokens) => {
    const sounds = await pronounceEnglish(tokens, await lexicon(), guess)
    return sounds.map(syllabify)
  }
  return {
    pronounce,
    knows: async (word) => (await lexicon())(word) !== undefined,
    read: (words) => pronounce(words.flatMap((word) => wordsOf(word).slice(0, 1))),
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
