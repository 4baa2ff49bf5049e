import type { RecordingWarning } from '#shared/custom-voices.ts'
import type { LanguageCode } from '#shared/voices.ts'

/** A recording of which a voice is to be made, and the words that are heard in it. */
export interface CloneOrder {
  /** Mono at `SAMPLE_RATE`. */
  readonly samples: Float32Array
  readonly transcript: string
  readonly language: LanguageCode
}

/**
 * Why a voice may be less like its speaker than it could be: 'words', the transcript was not found in the recording;
 * 'missing-words', more is said than the transcript has; 'extra-words', less; 'speakers', more than one person speaks;
 * 'music', it is heard beside the voice; 'telephone', the recording has only what a telephone carries.
 */
export type CloneWarning = Exclude<RecordingWarning, 'language'>

/** The speaker of a recording as an engine can speak like them. */
export interface ClonedVoice {
  /** Id of the engine that understands the traits. */
  readonly engine: string
  readonly traits: unknown
  readonly warnings: readonly CloneWarning[]
}

/** Makes voices of recordings. In this process or in another one: the caller cannot tell. */
export interface Cloner {
  /** Throws AppError('voice/recording') with a measured figure where the recording cannot be used, and the signal's reason. */
  clone(order: CloneOrder, signal: AbortSignal): Promise<ClonedVoice>
}
