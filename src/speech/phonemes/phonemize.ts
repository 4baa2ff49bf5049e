import { dirname } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { LettersToSound, Phonemizer } from '#speech/languages/common/phonemizer.ts'
import {
  type OpenHomographs,
  openEnglishReader,
} from '#speech/languages/en/phonemes/english-reader.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { modelsBeside, readModelFile } from '#speech/models/catalog.ts'
import { ipaWords } from './ipa-words.ts'

/** Asked before the lexicons of a language are read. Throws where one of them is not as it should be. */
export type CheckLexicons = (language: LanguageCode) => Promise<void>

/**
 * Opens the reader of a language. `lexiconFolder` is resources/lexicons; its lists, and the models of the language, are
 * read once, with the first sentence. `openHomographs`: the tagger of English homographs; left out, rules decide. Errors of `lettersToSound` and of unreadable lexicons reach the caller of `phonemize`.
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
    readWeights: (model, file) => readWeights(modelsBeside(dirname(lexiconFolder)), model, file),
  })
  return {
    async phonemize(sentence) {
      await checkLexicons(language)
      return reader.phonemize(sentence)
    },
  }
}

async function readWeights(
  models: string,
  model: string,
  file: string,
): Promise<Int8Array | undefined> {
  return readModelFile(models, model, file).then(
    (bytes) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    (error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error))
      return undefined
    },
  )
}
