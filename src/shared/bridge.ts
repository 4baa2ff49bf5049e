import type { Event, Method } from './api.ts'
import type { Answer } from './wire.ts'

/** Answers instead of exceptions: what crosses into the window loses its error classes on the way. */
export type BridgeAnswer =
  | { readonly output: unknown }
  | { readonly failure: NonNullable<Answer['failure']> }

/** All that the desktop's preload gives the window, as `window.griot`. */
export interface Bridge {
  call(method: Method, input: unknown): Promise<BridgeAnswer>
  /** Gives back the function that stops listening. */
  on(event: Event, listener: (data: unknown) => void): () => void
}
