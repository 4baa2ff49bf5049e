import { createInstance, type i18n, type ResourceLanguage } from 'i18next'
import type { InterfaceLanguageCode } from '#shared/interface-languages.ts'
import { EN } from './locales/en.ts'

/** Endings that i18next gives to the forms of a plural (CLDR). */
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<Key extends string> = Key extends `${infer Name}_${PluralForm}` ? Name : Key
type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutForm<Key>
    : `${Key}.${KeysOf<Texts[Key]>}`
}[keyof Texts & string]

/** Key of a text: its section, a colon, and its place there. */
export type TextKey = {
  [Section in keyof typeof EN]: `${Section}:${KeysOf<(typeof EN)[Section]>}`
}[keyof typeof EN]

/** What is put into a text; `count` chooses the form of a plural. */
export type TextValues = Readonly<Record<string, string | number>>

/** The library that looks texts up, with the English ones loaded; `RichText` needs it, everything else `t`. */
export const textLibrary: i18n = createInstance()
await textLibrary.init({
  lng: 'en',
  fallbackLng: 'en',
  ns: Object.keys(EN),
  defaultNS: 'app',
  resources: { en: EN },
  // React escapes what it renders.
  interpolation: { escapeValue: false },
  returnEmptyString: false,
})

/** A text in the language of the studio; English where that language lacks it. */
export function t(key: TextKey, values: TextValues = {}): string {
  return textLibrary.t(key, values)
}

/**
 * A text that the command line shares, such as the name of a setting, in the language of the studio. Its English stands in
 * src/shared, and is its key in `shared.json` of the other languages.
 */
export function sharedText(english: string): string {
  const texts: unknown = textLibrary.getResourceBundle(textLibrary.language, 'shared')
  if (typeof texts !== 'object' || texts === null) return english
  const text: unknown = Object.getOwnPropertyDescriptor(texts, english)?.value
  return typeof text === 'string' ? text : english
}

/** The catalogue of a language, by file: `./fr/app.json` is the section `app`. */
const CATALOGUES: Readonly<
  Record<
    Exclude<InterfaceLanguageCode, 'en'>,
    () => Promise<{ TEXTS: Readonly<Record<string, object>> }>
  >
> = {
  fr: () => import('./locales/fr.ts'),
  ha: () => import('./locales/ha.ts'),
  yo: () => import('./locales/yo.ts'),
  ig: () => import('./locales/ig.ts'),
  am: () => import('./locales/am.ts'),
  pcm: () => import('./locales/pcm.ts'),
}

/** Takes the texts of a language from now on. Rejects where its catalogue cannot be loaded. */
export async function takeTextsOf(language: InterfaceLanguageCode): Promise<void> {
  if (language !== 'en' && !textLibrary.hasResourceBundle(language, 'app')) {
    const { TEXTS } = await CATALOGUES[language]()
    for (const [path, texts] of Object.entries(TEXTS))
      textLibrary.addResourceBundle(language, sectionOf(path), texts as ResourceLanguage)
  }
  await textLibrary.changeLanguage(language)
}

const sectionOf = (path: string): string => path.replace(/^.*\/|\.json$/g, '')

/** Code of the language of the studio. */
export function textLanguage(): string {
  return textLibrary.language
}
