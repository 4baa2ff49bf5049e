import type { Caller } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import type { SpeechQueue } from '#server/http/speech-queue.ts'
import type { WyomingEvent } from './events.ts'

/** What all connections share. */
export interface WyomingProgram {
  readonly app: App
  /** For whom all clients work: the protocol knows no keys. */
  readonly caller: Caller
  readonly speechQueue: SpeechQueue
  /** The longest text that is spoken at once, in characters. */
  readonly textLimit: number
  readonly onBug: (error: unknown) => void
}

/** One client. */
export interface Connection {
  /** Resolves when the client has taken it. Throws AppError('speech/cancelled') where it is gone. */
  send(event: WyomingEvent): Promise<void>
  /** Aborted when the client has gone away. */
  readonly gone: AbortSignal
}
