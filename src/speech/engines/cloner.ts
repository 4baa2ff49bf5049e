import type { RecordingWarning } from '#shared/custom-voices.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'

/** A recording from which a voice is made, and its transcript. */
export interface CloneOrder {
  /** Mono at `SAMPLE_RATE`. */
  readonly samples: Float32Array
  readonly transcript: string
  readonly language: LanguageCode
}

/**
 * Reasons why a clone may be less close to its speaker: 'words', the transcript was not found in the recording;
 * 'missing-words', the recording has words that the transcript lacks; 'extra-words', the transcript has words that the
 * recording lacks; 'some-words', a part of the transcript is not what is said there; 'speakers', several people speak; 'music', music in the background; 'telephone', the recording has
 * only the bandwidth of a telephone.
 */
export type CloneWarning = Exclude<RecordingWarning, 'language'>

/** Traits of a recording's speaker, for one engine. */
export interface ClonedVoice {
  /** Id of the engine that reads the traits. */
  readonly engine: string
  readonly traits: unknown
  readonly warnings: readonly CloneWarning[]
  /** The words of the transcript that do not fit, where others do. */
  readonly misfit?: string
}

/** Makes voices from recordings, in this process or in another one. */
export interface Cloner {
  /** Throws AppError('voice/recording') with a measured figure where the recording cannot be used, and the signal's reason. */
  clone(order: CloneOrder, signal: AbortSignal): Promise<ClonedVoice>
}
