import type { AudioFileType } from '#media/sniff.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'

export const TIMESTAMPS = ['none', 'sentence', 'word'] as const
export type Timestamp = (typeof TIMESTAMPS)[number]

/** A sound file on disk, and what its bytes say it is. */
export interface SoundFile {
  readonly path: string
  readonly kind: AudioFileType
}

export interface TranscriptionRequest {
  /** Left out: the transcriber detects it. */
  readonly language: LanguageCode | undefined
  /** Names and words that are likely to be said. */
  readonly specialWords: readonly string[]
  readonly timestamp: Timestamp
}

/** A stretch of speech: what is said, and from when to when, in seconds. */
export interface TranscriptSegment {
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface Transcript {
  readonly text: string
  /** Sentences or words, as ordered; undefined where none were. */
  readonly segments: readonly TranscriptSegment[] | undefined
  /** ISO 639; undefined where the transcriber does not say. */
  readonly language: string | undefined
}

/** Program or model that writes down speech. */
export interface Transcriber {
  /** Throws AppError, and the signal's reason when it aborts. */
  transcribe(
    recording: SoundFile,
    options: TranscriptionRequest,
    signal: AbortSignal,
  ): Promise<Transcript>
}

/** Error where no transcriber is configured, with how to get one. */
export function noTranscriber(): AppError {
  return new AppError(
    'transcribe/unavailable',
    'No transcription service is configured. Whoever runs Griot can set GRIOT_TRANSCRIBE_URL to a server that answers POST /v1/audio/transcriptions as OpenAI does, such as http://127.0.0.1:8000, and start Griot again.',
  )
}
