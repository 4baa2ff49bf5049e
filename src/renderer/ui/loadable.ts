import { ConnectionLostError } from '#renderer/socket.ts'
import { errorMessage } from './error-message.ts'

/** Value that is loaded from the backend. */
export type Loadable<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly value: Value }
  | { readonly status: 'failed'; readonly reason: string }

/**
 * Loads a value and reports its state. A lost connection is not reported, since the request is repeated afterwards;
 * the last value is kept. Never rejects.
 */
export async function load<Value>(
  request: () => Promise<Value>,
  onChange: (state: Loadable<Value>) => void,
): Promise<void> {
  try {
    onChange({ status: 'loaded', value: await request() })
  } catch (error) {
    if (!(error instanceof ConnectionLostError))
      onChange({ status: 'failed', reason: errorMessage(error) })
  }
}
