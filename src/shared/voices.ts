/** What a caller may know of a voice. */
export interface VoiceInfo {
  /** Lower case; what the API calls `voice_id`. */
  readonly id: string
  /** As people write it. */
  readonly name: string
  readonly gender: 'female' | 'male'
  /** The voice's own language (ISO 639-1, or 639-3 where there is none). */
  readonly language: LanguageCode
  /** One line on how it sounds. */
  readonly character: string
}

export type LanguageCode = 'en'

/** The languages that can be spoken, in the order they are shown. */
export const LANGUAGES: readonly { readonly code: LanguageCode; readonly name: string }[] = [
  { code: 'en', name: 'English' },
]

/** ISO 639-1, 639-2 and 639-3 codes, with or without a region, to the code used inside; undefined where unsupported. */
export function languageOf(tag: string): LanguageCode | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0]
  return primary === 'en' || primary === 'eng' ? 'en' : undefined
}
