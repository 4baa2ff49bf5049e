import type { Evidence } from '#inference/messages.ts'
import type { AudioFileType } from '#media/sniff.ts'
import { AppError } from '#shared/errors.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'

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
  /** Words that should be said; a transcriber that can tells how sure each difference from them is. */
  readonly expected?: readonly string[] | undefined
}

/** A stretch of speech: what is said, and from when to when, in seconds. */
export interface TranscriptSegment {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Undefined where the transcriber does not say. */
  readonly certainty?: Certainty | undefined
}

/** Segments as answers show them: text and times alone. */
export function timesOf(
  segments: readonly Omit<TranscriptSegment, 'certainty'>[],
): Omit<TranscriptSegment, 'certainty'>[] {
  return segments.map(({ text, start, end }) => ({ text, start, end }))
}

/** How sure a transcriber is of what it has written. */
export interface Certainty {
  /** Mean natural logarithm of the probabilities of what was chosen: 0 is quite sure. */
  readonly averageLogProbability: number
  /** Probability that there is no speech, 0 to 1. */
  readonly noSpeechProbability: number
}

export interface Transcript {
  readonly text: string
  /** Sentences or words, as ordered; undefined where none were. */
  readonly segments: readonly TranscriptSegment[] | undefined
  /** Every word with its time, where they are known without being ordered. */
  readonly words?: readonly TranscriptSegment[] | undefined
  /** ISO 639; undefined where the transcriber does not say. */
  readonly language: string | undefined
  /** Who has written it down: "pack ID" or "endpoint"; undefined where only one can have. */
  readonly provider?: string | undefined
  /** Failures of transcribers for which this one stands in, in words. */
  readonly notices?: readonly string[] | undefined
  /** Length of the recording in seconds, where it is known. */
  readonly seconds?: number | undefined
  /** Where `TranscriptionRequest.expected` was given and the transcriber can tell. */
  readonly evidence?: Evidence | undefined
}

/** Program or model that writes down speech. */
export interface Transcriber {
  /** Throws AppError, and the signal's reason when it aborts. */
  transcribe(
    recording: SoundFile,
    options: TranscriptionRequest,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<Transcript>
}

/**
 * Is told the text piece by piece, where the transcriber has it before the end, and up to which second of the recording it
 * reaches; each piece begins with a space if it has to.
 */
export type OnText = (text: string, seconds?: number) => void

/** Passes a text on, and knows whether somebody has heard any of it: that cannot be taken back. */
export function tellingText(onText: OnText | undefined): {
  /** Undefined where nobody listens. */
  readonly tell: OnText | undefined
  isTold(): boolean
} {
  let isTold = false
  const tell: OnText | undefined =
    onText &&
    ((text, seconds) => {
      isTold = true
      onText(text, seconds)
    })
  return { tell, isTold: () => isTold }
}

/** A transcript with the failures that came before it. */
export function withNotices(transcript: Transcript, earlier: readonly string[]): Transcript {
  const notices = [...earlier, ...(transcript.notices ?? [])]
  return notices.length > 0 ? { ...transcript, notices } : transcript
}

/**
 * Error where nothing transcribes, with how to get something. `language`: the one that is asked for. `command`: installs a pack
 * that would do it; undefined where there is none.
 */
export function noTranscriber(language: LanguageCode | undefined, command?: string): AppError {
  const what = language ? ` in ${languageInfo(language).name}` : ''
  const install = command
    ? `Install a pack of models, which then works without a network: ${command}. Or set`
    : 'Set'
  return new AppError(
    'transcribe/unavailable',
    `Nothing here can write down speech${what}. ${install} GRIOT_TRANSCRIBE_URL to a server that answers POST /v1/audio/transcriptions as OpenAI does, such as http://127.0.0.1:8000, and start Griot again.`,
  )
}

/** Failures of a pack that say nothing about the recording. */
const OF_PACK: ReadonlySet<string> = new Set([
  ...['model/failed', 'model/busy'],
  ...['pack/damaged', 'pack/not-installed', 'pack/licence', 'pack/busy'],
])

/** Whether another transcriber may do better where this one has failed. */
export function isOfPack(error: unknown): error is AppError {
  return error instanceof AppError && OF_PACK.has(error.code)
}

/** The error where every transcriber has failed: that of the first, with the `notices` of all where there are several. */
export function allFailed(failures: readonly AppError[], notices: readonly string[]): AppError {
  const [first, ...others] = failures
  if (!first) throw new Error('Nobody has failed.')
  if (others.length === 0) return first
  return new AllFailed(first.code, notices.join(' '), first)
}

/** An error whose message names everybody who has failed. */
class AllFailed extends AppError {}

/** A failure of a transcriber, as a notice: "Transcription by NAME failed. …". */
export function failureNotice(name: string, error: AppError): string {
  return error instanceof AllFailed
    ? error.message
    : `Transcription by ${name} failed. ${error.message}`
}
