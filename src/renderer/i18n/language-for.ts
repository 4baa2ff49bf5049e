import { INTERFACE_LANGUAGES, type InterfaceLanguageCode } from '#shared/interface-languages.ts'

/**
 * The language for a value of the setting: for `auto` the first language of the person that the studio has.
 * @example `languageFor('auto', ['sw', 'fr-CI', 'en'])` is `'fr'`.
 */
export function languageFor(chosen: string, preferred: readonly string[]): InterfaceLanguageCode {
  const tags = chosen === 'auto' ? preferred : [chosen]
  const codes = tags.map((tag) => tag.toLowerCase().split('-')[0])
  for (const code of codes) {
    const known = INTERFACE_LANGUAGES.find((language) => language.code === code)
    if (known) return known.code
  }
  return 'en'
}
