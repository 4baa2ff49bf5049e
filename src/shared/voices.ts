import type { LanguageCode } from './languages/languages.ts'

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
