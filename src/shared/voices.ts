/** Description of a voice for callers. */
export interface VoiceInfo {
  /** Lower case; what the API calls `voice_id`. */
  readonly id: string
  /** As people write it. */
  readonly name: string
  readonly gender: 'female' | 'male'
  /** The voice's own language. */
  readonly language: LanguageCode
  /** One line on how it sounds. */
  readonly character: string
  /** A sentence in its own language by which to know it. */
  readonly sample: string
}

/** ISO 639-1, or 639-3 where there is none (Nigerian Pidgin). */
export type LanguageCode = 'en' | 'am' | 'ha' | 'ig' | 'yo' | 'pcm'

interface Language {
  readonly code: LanguageCode
  readonly name: string
  /** Further ISO 639-2 and 639-3 codes that mean it. */
  readonly also: readonly string[]
}

/** The languages that can be spoken, in the order they are shown. */
export const LANGUAGES: readonly Language[] = [
  { code: 'en', name: 'English', also: ['eng'] },
  { code: 'am', name: 'Amharic', also: ['amh'] },
  { code: 'ha', name: 'Hausa', also: ['hau'] },
  { code: 'ig', name: 'Igbo', also: ['ibo'] },
  { code: 'yo', name: 'Yoruba', also: ['yor'] },
  { code: 'pcm', name: 'Nigerian Pidgin', also: [] },
]

/** The language of a tag, without its region and in small letters (BCP 47): "en" of "en-NG". */
export function primarySubtag(tag: string): string {
  return tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''
}

/** ISO 639-1, 639-2 and 639-3 codes, with or without a region, to the code used inside; undefined where unsupported. */
export function languageOf(tag: string): LanguageCode | undefined {
  const primary = primarySubtag(tag)
  return LANGUAGES.find(({ code, also }) => code === primary || also.includes(primary))?.code
}
