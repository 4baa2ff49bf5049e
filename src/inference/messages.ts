import type { ErrorCode } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type {
  SpeechModelFacts,
  SynthesisedSpeech,
  SynthesisOrder,
} from '#speech/models/speech-model.ts'
import type { InstalledPack } from './pack.ts'

/** How speech is to be written down. */
export interface TranscriptionOptions {
  /** Left out: any of the pack's languages. */
  readonly language?: LanguageCode | undefined
  /** Words and names that are likely to be said. */
  readonly specialWords?: readonly string[] | undefined
  /** Whether what is not finished yet is told too. */
  readonly isLive?: boolean | undefined
  /** Words that should be said: at the end it is told how sure each difference from them is. */
  readonly expected?: readonly string[] | undefined
}

/**
 * For each difference of `compareWords(expected, all words that were heard)`, in order: by how much the sound speaks for
 * what was heard and against what was expected, as a natural logarithm of a likelihood ratio. Null where the model cannot tell.
 */
export type Evidence = readonly (number | null)[]

/** A word and when it is said, in seconds from the start of the sound. */
export interface TimedWord {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Mean natural logarithm of the probabilities of what was chosen; how sure the model is. */
  readonly averageLogProbability: number
}

/** Speech between two pauses. */
export interface TranscriptPiece {
  readonly text: string
  readonly words: readonly TimedWord[]
  /** In seconds from the start of the sound. */
  readonly start: number
  readonly end: number
  /** The language that the model says it is; undefined where it does not say. */
  readonly language: LanguageCode | undefined
  /** Mean natural logarithm of the probabilities of what was chosen; how sure the model is. */
  readonly averageLogProbability: number
  /** Mean probability of speech in it, 0 to 1, as the voice detector says. */
  readonly speechProbability: number
}

/** What is heard so far in speech that goes on, or a whole piece. */
export interface TranscribedPiece {
  readonly kind: 'partial' | 'piece'
  readonly piece: TranscriptPiece
}

export interface Direction {
  readonly source: LanguageCode
  readonly target: LanguageCode
}

/**
 * Host to model process. `open` comes first and once. Of the sound of a transcription, at most `SOUND_CREDIT` samples are
 * on their way; `taken` gives back what was used.
 */
export type ToModel =
  | { readonly kind: 'open'; readonly pack: InstalledPack; readonly threads: number }
  | { readonly kind: 'transcribe'; readonly job: number; readonly options: TranscriptionOptions }
  | { readonly kind: 'sound'; readonly job: number; readonly samples: Float32Array }
  | { readonly kind: 'sound-end'; readonly job: number }
  | {
      readonly kind: 'translate'
      readonly job: number
      readonly sentences: readonly string[]
      readonly direction: Direction
    }
  | { readonly kind: 'describe'; readonly job: number }
  | { readonly kind: 'synthesise'; readonly job: number; readonly order: SynthesisOrder }
  | { readonly kind: 'cancel'; readonly job: number }

/** Model process to host. */
export type FromModel =
  | { readonly kind: 'ready' }
  /** The pack cannot be opened; the process ends. */
  | { readonly kind: 'refused'; readonly message: string }
  | JobMessage

export type JobMessage =
  /** From a worker of a service alone: the place in the queue before its process; see `OnQueued`. */
  | { readonly kind: 'queued'; readonly job: number; readonly place: number }
  | { readonly kind: 'taken'; readonly job: number; readonly samples: number }
  | { readonly kind: 'partial'; readonly job: number; readonly piece: TranscriptPiece }
  | { readonly kind: 'piece'; readonly job: number; readonly piece: TranscriptPiece }
  | { readonly kind: 'evidence'; readonly job: number; readonly evidence: Evidence }
  | { readonly kind: 'sentence'; readonly job: number; readonly text: string }
  | { readonly kind: 'facts'; readonly job: number; readonly facts: SpeechModelFacts }
  | { readonly kind: 'speech'; readonly job: number; readonly speech: SynthesisedSpeech }
  | { readonly kind: 'done'; readonly job: number }
  | { readonly kind: 'cancelled'; readonly job: number }
  | {
      readonly kind: 'failed'
      readonly job: number
      readonly code: ErrorCode | 'bug'
      readonly message: string
    }

/** Samples in a second of the sound that model processes take. */
export const MODEL_RATE = 16_000
/** Samples of one transcription that may be on their way to the process, or wait there. */
export const SOUND_CREDIT = 30 * MODEL_RATE
