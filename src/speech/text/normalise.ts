import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ReadingOptions } from '#speech/languages/common/language.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { cleanCharacters } from './characters.ts'
import { readableLetters } from './latin-letters.ts'
import { breakLongWords } from './long-words.ts'
import { tidy } from './tidy.ts'

/**
 * Normalises a text into what a reader would say: letters, apostrophes inside words, spaces, the marks . , ; : ? ! —
 * and one newline after each line that is not empty. In English a single capital is the name of a letter ("plan A") and
 * the article is a small "a". Latin letters that the language lacks become the nearest ones; stretches in scripts that
 * it does not use are left out. Returns the empty string where nothing can be spoken; `unspeakable` says why. Linear in
 * the length of the text.
 * @example `normalise('It costs ₦50.', 'en')` is `'It costs fifty naira.'`
 */
export function normalise(
  text: string,
  language: LanguageCode,
  options: ReadingOptions = {},
): string {
  const { readableScripts: script, prepare, normalise: read } = languageFor(language)
  const clean = prepare ? prepare(cleanCharacters(text)) : cleanCharacters(text)
  const hasOwnLetters = script.reads(clean)
  const isForeign = script.hasForeign(clean) && !FIGURE_WITH_UNIT.test(clean)
  if (!hasOwnLetters && (isForeign || !/\p{N}/u.test(clean))) return ''
  const own = script.dropForeign(clean).replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
  return tidy(read(breakLongWords(readableLetters(own, language)), options))
}

/** "5мин", "20日": a figure that one word in another script is joined to can be said without it. */
const FIGURE_WITH_UNIT = /^[^\p{L}]*\p{Nd}[\p{L}\p{M}]{1,12}[^\p{L}\p{N}]*$/u

/** Unicode has the decimal digits of every script as ten code points in a row, from zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  for (let value = 0; value < 10; value++) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return String(value)
  }
  return ''
}
