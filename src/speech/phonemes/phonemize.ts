import type { LanguageCode } from '#shared/languages/languages.ts'
import type { LettersToSound, Phonemizer } from '#speech/languages/common/phonemizer.ts'
import {
  type OpenHomographs,
  openEnglishReader,
} from '#speech/languages/en/phonemes/english-reader.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { ipaWords } from './ipa-words.ts'

/** Asked before the lexicons of a language are read. Throws where one of them is not as it should be. */
export type CheckLexicons = (language: LanguageCode) => Promise<void>

/**
 * Opens the reader of a language. `lexiconFolder` is resources/lexicons; its lists are read once, with the first
 * sentence. `openHomographs`: the tagger of English homographs; left out, rules decide. Errors of `lettersToSound` and of unreadable lexicons reach the caller of `phonemize`.
 */
export function createPhonemizer(
  language: LanguageCode,
  lettersToSound: LettersToSound,
  lexiconFolder: string,
  checkLexicons: CheckLexicons = async () => undefined,
  openHomographs?: OpenHomographs,
): Phonemizer {
  const checkEnglish = (): Promise<void> => checkLexicons('en')
  const english = openEnglishReader(lettersToSound, lexiconFolder, checkEnglish, openHomographs)
  const reader = languageFor(language).createPhonemizer({
    lexiconFolder,
    english,
    readIpa: (ipa) => ipaWords(ipa, language),
  })
  return {
    async phonemize(sentence) {
      await checkLexicons(language)
      return reader.phonemize(sentence)
    },
  }
}
