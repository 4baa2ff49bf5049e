import type { Event, Method } from './api.ts'
import type { ResponseMessage } from './channel.ts'

/** Result as data instead of an exception: errors lose their class when they cross into the window. */
export type BridgeAnswer =
  | { readonly output: unknown }
  | { readonly failure: NonNullable<ResponseMessage['failure']> }

/** API that the desktop's preload script exposes to the window as `window.griot`. */
export interface Bridge {
  call(method: Method, input: unknown): Promise<BridgeAnswer>
  /** Returns the function that unsubscribes. */
  on(event: Event, listener: (data: unknown) => void): () => void
}
