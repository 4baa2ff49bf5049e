import type {
  EnglishReader,
  LettersToSound,
  Phonemizer,
  PhonemizerParts,
} from '#speech/languages/common/phonemizer.ts'
import type { Syllable } from '#speech/utterance.ts'
import type { ArpabetPhone } from './arpabet.ts'
import { pronounceEnglish, soundsOfGuess } from './english.ts'
import type { HomographTagger } from './homograph-tagger.ts'
import { type EnglishLexicon, openEnglishLexicon } from './lexicon.ts'
import { createLruCache } from './lru-cache.ts'
import { syllabify } from './syllabify.ts'
import { type EnglishToken, wordsOf } from './words.ts'

/** The tagger of homographs, opened with the first call; undefined where there is none. */
export type OpenHomographs = () => Promise<HomographTagger | undefined>

/** Guesses kept, in words: some 2 MB. */
const REMEMBERED_WORDS = 10_000

/**
 * The reader of English words that every language gets. `lexiconFolder` is resources/lexicons; its lists are read once,
 * with the first word, after `check` found them right. Errors of all three reach whoever asks for a word.
 * `openHomographs`: asked for the tagger of homographs with every sentence; where it has none, rules decide.
 */
export function openEnglishReader(
  lettersToSound: LettersToSound,
  lexiconFolder: string,
  check: () => Promise<void>,
  openHomographs: OpenHomographs = async () => undefined,
): EnglishReader {
  const guess = rememberGuesses(lettersToSound)
  let opened: Promise<EnglishLexicon> | undefined
  const lexicon = async (): Promise<EnglishLexicon> => {
    await check()
    opened ??= openEnglishLexicon(lexiconFolder)
    return opened
  }
  const pronounce = async (
    tokens: readonly EnglishToken[],
    tagger?: HomographTagger,
  ): Promise<readonly (readonly Syllable[])[]> => {
    const sounds = await pronounceEnglish(tokens, await lexicon(), guess, tagger)
    return sounds.map(syllabify)
  }
  return {
    knows: async (word) => (await lexicon())(word) !== undefined,
    // Words one by one, or those of another language's sentence: what the tagger has learned of sentences does not hold.
    read: (words) => pronounce(words.flatMap((word) => wordsOf(word).slice(0, 1))),
    async wordsOf(text) {
      const tokens = wordsOf(text)
      const syllables = await pronounce(tokens, await openHomographs())
      return tokens.map((token, index) => ({
        ...{ text: token.text, language: 'en', breakAfter: token.breakAfter },
        ...(token.commaAfter ? { isBreakLight: true } : {}),
        syllables: syllables[index] ?? [],
      }))
    },
  }
}

/** English sentences, read by nothing but the reader that every language gets. */
export function createEnglishPhonemizer({ english }: PhonemizerParts): Phonemizer {
  return {
    phonemize: async ({ text, end, endsParagraph }) => ({
      words: await english.wordsOf(text),
      ...{ end, endsParagraph },
    }),
  }
}

function rememberGuesses(
  lettersToSound: LettersToSound,
): (words: readonly string[]) => Promise<readonly (readonly ArpabetPhone[])[]> {
  const cache = createLruCache<readonly ArpabetPhone[]>(REMEMBERED_WORDS)
  return async (words) => {
    const remembered = new Map(words.map((word) => [word, cache.get(word)]))
    const missing = words.filter((word) => !remembered.get(word))
    const phones = missing.length === 0 ? [] : await lettersToSound(missing)
    for (const [index, word] of missing.entries()) {
      const sounds = soundsOfGuess(word, phones[index] ?? [])
      cache.set(word, sounds)
      remembered.set(word, sounds)
    }
    return words.map((word) => remembered.get(word) ?? [])
  }
}
