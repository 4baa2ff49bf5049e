import { AMHARIC_INFO } from './amharic.ts'
import { ENGLISH_INFO } from './english.ts'
import { HAUSA_INFO } from './hausa.ts'
import { IGBO_INFO } from './igbo.ts'
import type { LanguageInfo } from './language-info.ts'
import { PIDGIN_INFO } from './pidgin.ts'
import { YORUBA_INFO } from './yoruba.ts'

/** One line a language, in the order in which they are shown. */
const INFOS = [ENGLISH_INFO, AMHARIC_INFO, HAUSA_INFO, IGBO_INFO, YORUBA_INFO, PIDGIN_INFO] as const

/** Code of a language that is spoken: ISO 639-1, or 639-3 where there is none (Nigerian Pidgin). */
export type LanguageCode = (typeof INFOS)[number]['code']

/** The languages that can be spoken, in the order in which they are shown. */
export const LANGUAGES: readonly (LanguageInfo & { readonly code: LanguageCode })[] = INFOS

/** The codes of the languages for a message: "en, am, ha, ig, yo, pcm". */
export const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code).join(', ')

/** Languages with their names for a message: "en (English), am (Amharic)". */
export function namedCodes(languages: readonly Pick<LanguageInfo, 'code' | 'name'>[]): string {
  return languages.map(({ code, name }) => `${code} (${name})`).join(', ')
}

/** Name, script, letters and reading sentences of a language. */
export function languageInfo(code: LanguageCode): LanguageInfo {
  const info = LANGUAGES.find((language) => language.code === code)
  if (!info) throw new RangeError(`No language is listed as "${code}".`)
  return info
}

/**
 * The language of a tag, without its region and in small letters (BCP 47): "en" of "en-NG".
 * @example `primarySubtag('en-NG')` is `'en'`.
 */
export function primarySubtag(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''
}

/**
 * ISO 639-1, 639-2 and 639-3 codes, with or without a region, to the code used inside; undefined where unsupported.
 * @example `languageOf('yor-NG')` is `'yo'`.
 */
export function languageOf(tag: string): LanguageCode | undefined {
  const primary = primarySubtag(tag)
  return LANGUAGES.find(({ code, aliases }) => code === primary || aliases.includes(primary))?.code
}
