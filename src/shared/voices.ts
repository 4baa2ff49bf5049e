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
  /** Languages that it speaks; left out: all of them. */
  readonly languages?: readonly LanguageCode[] | undefined
  /** The installed pack of models that it comes from; left out: it comes with the program. */
  readonly pack?: VoicePack | undefined
}

/** What people are told of the pack of a voice. */
export interface VoicePack {
  readonly id: string
  readonly name: string
  /** SPDX identifier of its licence. */
  readonly licence: string
  readonly commercialUse: boolean
}
