import type { LanguageCode } from '#shared/languages/languages.ts'
import { scriptsIn } from '#speech/languages/common/scripts.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { cleanCharacters } from './characters.ts'

/**
 * Explains why nothing of `text` can be spoken, and what to do: for a text that `normalise` turns into the empty
 * string. Undefined for an empty or blank text, which is another failure.
 * @example `unspeakable('  ', 'en')` is `undefined`.
 */
export function unspeakable(text: string, language: LanguageCode): string | undefined {
  if (text.trim() === '') return undefined
  const { name } = languageFor(language)
  const scripts = scriptsIn(cleanCharacters(text)).filter((script) => script !== 'Latin')
  if (scripts.length > 0) {
    return `This text is in ${scripts.join(' and ')} letters, which cannot be read in ${name}. Write it in the letters of ${name}, or choose a language that uses these.`
  }
  if (/\p{L}/u.test(text)) {
    return `These letters cannot be read in ${name}. Write the text in the letters of ${name}.`
  }
  return 'This text has only emoji, symbols or punctuation, and nothing that can be spoken. Add some words.'
}
