import type { Event, Method } from './api.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Two-way message channel: what a MessagePort, a utility process and a WebSocket have in common. Messages may hold
 * typed arrays.
 */
export interface Channel {
  send(message: unknown): void
  listen(onMessage: (message: unknown) => void): void
}

/** Call of a method; `id` is repeated in its response. */
export interface RequestMessage {
  readonly id: number
  readonly method: Method
  readonly input: unknown
}
/** Result of a call, or why it failed. */
export interface ResponseMessage {
  readonly id: number
  readonly output?: unknown
  readonly failure?: { readonly code: ErrorCode | 'bug'; readonly message: string }
}
/** Event that no call asked for. */
export interface EventMessage {
  readonly event: Event
  readonly data: unknown
}
