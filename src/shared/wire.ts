import type { Event, Method } from './api.ts'
import type { ErrorCode } from './errors.ts'

/** The two things a MessagePort, a utility process and a WebSocket have in common. Messages may hold typed arrays. */
export interface Wire {
  send(message: unknown): void
  listen(onMessage: (message: unknown) => void): void
}

export interface Ask {
  readonly id: number
  readonly method: Method
  readonly input: unknown
}
export interface Answer {
  readonly id: number
  readonly output?: unknown
  readonly failure?: { readonly code: ErrorCode | 'bug'; readonly message: string }
}
export interface News {
  readonly event: Event
  readonly data: unknown
}
