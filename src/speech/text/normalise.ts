import type { LanguageCode } from '#shared/voices.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { cleanCharacters } from './characters.ts'
import { readableLetters } from './latin-letters.ts'
import { breakLongWords } from './long-words.ts'
import type { ReadingOptions } from './options.ts'
import { tidy } from './tidy.ts'

/**
 * What a reader would say aloud: letters, apostrophes inside words, spaces, the marks . , ; : ? ! — and one newline
 * after each line that has something to say. In English a single capital is the name of a letter ("plan A") and the
 * article is a small "a". Latin letters that the language lacks are said as the nearest ones; stretches in scripts that
 * it does not use are left out. The empty string where nothing can be said: `unspeakable` tells why. Linear in the
 * length of the text.
 */
export function normalise(
  text: string,
  language: LanguageCode,
  options: ReadingOptions = {},
): string {
  const { script, prepare, normalise: read } = languageFor(language)
  const clean = cleanCharacters(text)
  const hasOwnLetters = script.reads(clean)
  if (!hasOwnLetters && (script.hasForeign(clean) || !/\p{N}/u.test(clean))) return ''
  const own = script
    .dropForeign(prepare ? prepare(clean) : clean)
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
  return tidy(read(breakLongWords(readableLetters(own, language)), options))
}

/** Every script's decimal digits stand in Unicode as ten in a row, from nought. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  for (let value = 0; value < 10; value++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value)
  }
  return ''
}
