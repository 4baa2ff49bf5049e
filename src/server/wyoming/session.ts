import type { Caller } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import type { SpeechQueue } from '#server/http/speech-queue.ts'
import { AppError } from '#shared/errors.ts'
import type { WyomingEvent } from './events.ts'

/** What all connections share. */
export interface WyomingProgram {
  readonly app: App
  /** For whom all clients work: the protocol knows no keys. */
  readonly caller: Caller
  /** Whether the caller's own voices are offered, to whoever reaches the server. */
  readonly ownVoices: boolean
  readonly speechQueue: SpeechQueue
  /** The longest text that is spoken at once, in characters. */
  readonly textLimit: number
  readonly onBug: (error: unknown) => void
}

/** Throws AppError('voice/not-found') for a voice of the caller's own that is not offered. */
export function refuseOwn({ app, ownVoices }: WyomingProgram, voice: string): void {
  if (ownVoices || app.voices().some(({ id }) => id === voice)) return
  throw new AppError(
    'voice/not-found',
    `There is no voice "${voice.slice(0, 100)}" here. Voices of one's own are spoken over a socket that only their owner reaches, or with --own-voices.`,
  )
}

/** One client. */
export interface Connection {
  /** Resolves when the client has taken it. Throws AppError('speech/cancelled') where it is gone. */
  send(event: WyomingEvent): Promise<void>
  /** Aborted when the client has gone away. */
  readonly gone: AbortSignal
  /** Does something that the client waits for between two of its events. */
  work<T>(run: () => Promise<T>): Promise<T>
}
