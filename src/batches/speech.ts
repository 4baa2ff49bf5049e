import type { LineSpeech } from './line.ts'

/** On whose behalf a line is spoken. */
export interface SpokenFor {
  readonly account: string
  readonly tokenName: string | undefined
  /** Id of this line in the registry of provenance. */
  readonly requestId: string
}

/** Who really speaks, as results and manifests say it. */
export interface SpokenBy {
  readonly voice: string
  readonly language: string
  /** Name and version of the engine. */
  readonly engine: string
}

/** A line as sound. */
export interface SpokenLine {
  readonly bytes: Uint8Array
  readonly seconds: number
  readonly by: SpokenBy
  /** Words that are left out, because the language cannot read their letters. If omitted, there are none. */
  readonly unspoken?: readonly string[]
}

export interface SpokenFile extends SpokenLine {
  /** Extension of a file of it. */
  readonly extension: string
}

/** Sound of all lines of a batch as one. */
export interface JoinedOrder {
  readonly format: string
  readonly bitrate: string
  readonly title: string | undefined
  /** How many samples come. */
  readonly samples: number
  /** Every voice, and language, once. */
  readonly spoken: readonly { readonly voice: string; readonly language: string | undefined }[]
}

/** Everything that a batch knows of speech. All throw AppError, and what `signal` throws. */
export interface BatchSpeech {
  /** Speaks a line as a file, signed where its format can be. */
  speak(line: LineSpeech, by: SpokenFor, signal: AbortSignal): Promise<SpokenFile>
  /** Speaks a line as samples: signed 16 bit, mono, 24 kHz. */
  speakSamples(line: LineSpeech, by: SpokenFor, signal: AbortSignal): Promise<SpokenLine>
  /** Makes one file, signed where its format can be, of samples. */
  join(
    samples: AsyncIterable<Uint8Array>,
    order: JoinedOrder,
    by: SpokenFor,
    signal: AbortSignal,
  ): Promise<{ readonly bytes: AsyncIterable<Uint8Array>; readonly extension: string }>
  /** Name and version of this program, for manifests. */
  readonly program: string
}
