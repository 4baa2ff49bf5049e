import type { RecordingCheck } from '#shared/clips.ts'
import type { LanguageCode } from '#shared/voices.ts'
import type { ClonedVoice } from '#speech/engines/flite/profile.ts'

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
   * How the speaker of a recording sounds, and what may keep the voice from being as near as it could be. Throws AppError('voice/recording') with a measured figure where the recording
   * cannot be used.
   */
  clone(order: CloneOrder, signal: AbortSignal): Promise<ClonedVoice>
}

/** Works on recordings before a voice is made of them. In this process or in another one. `samples`: mono at `SAMPLE_RATE`. */
export interface Inspector {
  /** Every check, in the order of RECORDING_CHECKS. */
  inspect(samples: Float32Array, signal: AbortSignal): Promise<readonly RecordingCheck[]>
  /** The same without the noise around its speech, as long as before. */
  clean(samples: Float32Array, signal: AbortSignal): Promise<Float32Array>
}
