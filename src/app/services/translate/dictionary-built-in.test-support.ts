import { createDictionaryTranslator } from '#translation/dictionary-translator.test-support.ts'
import { createBuiltIn } from './built-in.ts'
import type { TranslationProvider } from './translator.ts'

/** The built-in provider over the translator for tests, in this process. */
export function createDictionaryBuiltIn(): TranslationProvider {
  return createBuiltIn(async () => createDictionaryTranslator())
}
