import { ConnectionLostError } from '#renderer/socket.ts'
import { errorMessage } from './error-message.ts'

/** Something the engine was asked for. */
export type Loadable<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly value: Value }
  | { readonly status: 'failed'; readonly reason: string }

/**
 * Tells what came of a question. A break of the connection is told elsewhere and mended by asking again: what was
 * known before stays. Never rejects.
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
