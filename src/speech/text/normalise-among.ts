import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ReadingOptions } from '#speech/languages/common/language.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { normalise } from './normalise.ts'

const JOINS_BEFORE = /^[\s,.;:?!)\]}"”…፣።፤፥]/u
const JOINS_AFTER = /[\s([{"“₦$€£]$/u

/**
 * Normalises a run in the context of its neighbours. Punctuation and line breaks at its edges stay, since they decide
 * how it continues.
 */
export function normaliseAmong(
  text: string,
  language: LanguageCode,
  { before, after }: { readonly before: boolean; readonly after: boolean },
  options: ReadingOptions,
): string {
  if (!before && !after) return normalise(text, language, options)
  // A name stands for the neighbouring run at each edge: "Dr." before a name, a comma after one.
  const { placeholder: name } = languageFor(language)
  const start = before ? name + (JOINS_BEFORE.test(text.slice(0, 1)) ? '' : ' ') : ''
  const end = after ? (JOINS_AFTER.test(text.slice(-1)) ? '' : ' ') + name : ''
  const said = normalise(`${start}${text}${end}`, language, options)
  return without(said, name, before, after) ?? normalise(text, language, options)
}

/** Text between the placeholders; undefined where the rules have changed them. */
function without(said: string, name: string, before: boolean, after: boolean): string | undefined {
  const small = name.toLowerCase()
  const startsRight = new RegExp(`^${small}(?![\\p{L}\\p{M}'])`, 'u').test(
    said.slice(0, 20).toLowerCase(),
  )
  const endsRight = new RegExp(`(?<![\\p{L}\\p{M}'])${small}$`, 'u').test(
    said.slice(-20).toLowerCase(),
  )
  if ((before && !startsRight) || (after && !endsRight)) return undefined
  const from = before ? name.length : 0
  const to = said.length - (after ? name.length : 0)
  return to < from ? undefined : said.slice(from, to)
}
