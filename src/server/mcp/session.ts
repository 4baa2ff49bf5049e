import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '#app/access/caller.ts'
import type { ConcurrencyLimiter } from '#app/access/concurrency-limiter.ts'
import type { App } from '#app/app.ts'
import type { SpeechQueue } from '#server/http/speech-queue.ts'
import { limitTranslations } from '#server/v1/translate.ts'
import type { FileFolders } from './file-folders.ts'

/** What all sessions of a program share. */
export interface McpProgram {
  readonly app: App
  readonly speechQueue: SpeechQueue
  /** Limits texts that are translated at once. */
  readonly translations: ConcurrencyLimiter
  /** The longest text of one call, in characters. */
  readonly textLimit: number
  /** Receives errors that no caller can mend. */
  readonly onBug: (error: unknown) => void
}

/** The same with what only this protocol needs. */
export function mcpProgramOf(parts: Omit<McpProgram, 'translations'>): McpProgram {
  return { ...parts, translations: limitTranslations() }
}

/** Files of this computer, for a session whose client runs on it. */
export interface LocalFiles {
  readonly folders: FileFolders
  /** Plays a sound file on this computer, to its end. Throws AppError. */
  play(path: string, signal: AbortSignal): Promise<void>
}

/** One client, and whom it works for. */
export interface McpSession extends McpProgram {
  readonly caller: Caller
  /** Left out: the client has the files of its account alone, as over HTTP. */
  readonly local?: LocalFiles | undefined
  /** Address under which the bytes of a file of the account can be fetched for a while; undefined: this session has none. */
  readonly linkTo?: ((fileId: string) => Promise<string>) | undefined
  /** Aborted when nobody can be given the answer to a request any more. */
  readonly abandoned?: ((id: RequestId) => AbortSignal | undefined) | undefined
}
