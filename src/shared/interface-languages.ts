/** A language in which the studio can be shown, with its own name. `code`: ISO 639-1, or 639-3 where there is none. */
export interface InterfaceLanguage {
  readonly code: InterfaceLanguageCode
  readonly name: string
}

const NAMES = {
  en: 'English',
  fr: 'Français',
  ha: 'Hausa',
  yo: 'Yorùbá',
  ig: 'Igbo',
  am: 'አማርኛ',
  pcm: 'Naijá',
} as const
export type InterfaceLanguageCode = keyof typeof NAMES

/** The languages of the studio, in the order in which they are shown. */
export const INTERFACE_LANGUAGES: readonly InterfaceLanguage[] = (
  Object.keys(NAMES) as InterfaceLanguageCode[]
).map((code) => ({ code, name: NAMES[code] }))
