import type { LanguageCode } from '#shared/languages/languages.ts'
import { folded } from '#translation/statistical/unknown-words.ts'
import { ENTRIES } from './entries.ts'

/** A sentence that begins with a fixed expression: its translation, and what of the sentence is left to be translated. */
export interface FixedBeginning {
  readonly said: string
  readonly rest: string
}

const FINAL_SIGNS = /[\s.!?…።፧]*$/u
/** What ends an expression before the rest of its sentence. */
const BREAK = /[,፣]\s+/u

/**
 * Looks for a fixed expression of everyday life ("Good morning", "Thank you very much") that is the whole sentence, or what comes
 * before its first comma. Letter case, final
 * signs and missing marks do not matter. Undefined where there is none.
 */
export function fixedBeginning(
  sentence: string,
  source: LanguageCode,
  target: LanguageCode,
): FixedBeginning | undefined {
  const signs = FINAL_SIGNS.exec(sentence)?.[0] ?? ''
  const whole = expressionFor(sentence.slice(0, sentence.length - signs.length), source, target)
  if (whole !== undefined) return { said: whole + signsOf(signs, target), rest: '' }
  const comma = BREAK.exec(sentence)
  if (!comma) return undefined
  const said = expressionFor(sentence.slice(0, comma.index), source, target)
  const rest = sentence.slice(comma.index + comma[0].length)
  if (said === undefined || !/\p{L}/u.test(rest)) return undefined
  return { said: `${said}${target === 'am' ? '፣' : ','} `, rest }
}

function expressionFor(
  text: string,
  source: LanguageCode,
  target: LanguageCode,
): string | undefined {
  return bookOf(source).get(keyOf(text))?.[target]?.[0]
}

/** Final signs as the language writes them. */
function signsOf(signs: string, target: LanguageCode): string {
  return target === 'am'
    ? signs.replace(/\./u, '።')
    : signs.replaceAll('።', '.').replaceAll('፧', '?')
}

const books = new Map<LanguageCode, ReadonlyMap<string, (typeof ENTRIES)[number]>>()

/** All entries by each of their forms in a language; where two have the same form, the first. */
function bookOf(language: LanguageCode): ReadonlyMap<string, (typeof ENTRIES)[number]> {
  const known = books.get(language)
  if (known) return known
  const book = new Map<string, (typeof ENTRIES)[number]>()
  for (const entry of ENTRIES)
    for (const form of entry[language] ?? []) {
      const key = keyOf(form)
      if (!book.has(key)) book.set(key, entry)
    }
  books.set(language, book)
  return book
}

/** What is the same for all ways to type an expression. */
function keyOf(text: string): string {
  return folded(text.trim().toLowerCase().replaceAll('’', "'").replace(/\s+/gu, ' '))
}
