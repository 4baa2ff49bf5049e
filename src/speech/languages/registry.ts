import { type LanguageCode, languageOf, primarySubtag } from '#shared/languages/languages.ts'
import { AMHARIC } from './am/amharic.ts'
import type { Dialect, Language } from './common/language.ts'
import { ENGLISH } from './en/english.ts'
import { HAUSA } from './ha/hausa.ts'
import { IGBO } from './ig/igbo.ts'
import { PIDGIN } from './pcm/pidgin.ts'
import { YORUBA } from './yo/yoruba.ts'

/** One line a language. */
const BUILT_IN: readonly Language[] = [ENGLISH, AMHARIC, HAUSA, IGBO, YORUBA, PIDGIN]

const known = new Map<string, Language>(BUILT_IN.map((language) => [language.code, language]))

/** Every language that is registered now. */
export function registeredLanguages(): readonly Language[] {
  return [...known.values()]
}

/** All that is known of a language. Throws a RangeError where nothing is. */
export function languageFor(code: LanguageCode): Language {
  const language = known.get(code)
  if (!language) throw new RangeError(`No language is registered as "${code}".`)
  return language
}

/**
 * The code of a registered language, from a tag with or without a region (BCP 47); undefined where none is.
 * @example `codeOf('yor')` is `'yo'`.
 */
export function codeOf(tag: string): LanguageCode | undefined {
  return languageOf(tag) ?? registeredCode(primarySubtag(tag))
}

function registeredCode(subtag: string): LanguageCode | undefined {
  const isMeant = ({ code, aliases }: Language): boolean =>
    code === subtag || aliases.includes(subtag)
  return registeredLanguages().find(isMeant)?.code
}

/**
 * The accent of a registered language by its tag (BCP 47); undefined where it has none of that name.
 * @example `dialectFor('en-NG')?.language` is `'en'`.
 */
export function dialectFor(
  tag: string,
): { readonly language: LanguageCode; readonly dialect: Dialect } | undefined {
  const language = codeOf(tag)
  const dialect = language && languageFor(language).dialects?.find((known) => known.tag === tag)
  return dialect && { language, dialect }
}

/** Adds a language to those that are spoken in this process; answers what takes it out again. Throws a RangeError where its code is taken. */
export function registerLanguage(language: Language): () => void {
  if (known.has(language.code)) throw new RangeError(`"${language.code}" is registered already.`)
  known.set(language.code, language)
  return () => known.delete(language.code)
}
