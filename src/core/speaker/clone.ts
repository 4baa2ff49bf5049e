import type { VoiceTraits } from '#core/voice/profile.ts'
import type { LanguageCode } from '#shared/voices.ts'

/** A recording of which a voice is to be made, and the words that are heard in it. */
export interface CloneOrder {
  /** Mono at `SAMPLE_RATE`. */
  readonly samples: Float32Array
  readonly transcript: string
  readonly language: LanguageCode
}

/** Makes voices of recordings. In this process or in another one: the caller cannot tell. */
export interface Cloner {
  /**
   * How the speaker of a recording sounds. Throws AppError('voice/recording') with a measured figure where the recording
   * cannot be used.
   */
  clone(order: CloneOrder, signal: AbortSignal): Promise<VoiceTraits>
}
