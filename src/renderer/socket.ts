import { decode, encode } from '@msgpack/msgpack'
import type { Call, On } from '#shared/api.ts'
import { createChannelClient } from '#shared/channel-client.ts'

/**
 * How the window stands with the engine. `retryInMs`: how long until the next try, counted from when this was told.
 * `signed-out`: there is no next try until this browser is signed in.
 */
export type Connection =
  | { readonly status: 'signed-out' }
  | { readonly status: 'connecting' }
  | { readonly status: 'connected' }
  | { readonly status: 'lost'; readonly retryInMs: number }

/** The engine went away while it was answering. What was asked may or may not have been done: ask again. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
  constructor() {
    super('The connection to the engine was lost.')
  }
}

export interface Transport {
  readonly call: Call
  readonly on: On
  /** Try again now instead of after the pause. */
  readonly retryNow: () => void
}

/** With what the window comes to the engine. */
export interface SocketAuthentication {
  /** Subprotocols to show; undefined: this browser is signed out, or about to sign in. */
  protocols(): string[] | undefined
  /** Whether it is the engine that answers: before that, nothing is shown. */
  verifyServer(): Promise<boolean>
  /** The engine ended the connection, or did not take it: perhaps because of the pass. */
  onClosed(): void
}

const MAX_RETRY_DELAY_MS = 15_000

/** The pause before the try after `failures` failed ones, in milliseconds: 0.5 s, doubling up to 15 s. */
export function retryDelayMs(failures: number): number {
  return Math.min(MAX_RETRY_DELAY_MS, 500 * 2 ** Math.max(0, failures - 1))
}

/**
 * The engine over a WebSocket of binary msgpack frames. A call made while there is no connection waits for one;
 * a call that was under way when the connection broke rejects with ConnectionLost.
 */
export function createSocketTransport(
  url: string,
  authentication: SocketAuthentication,
  onConnection: (connection: Connection) => void,
): Transport {
  let socket: WebSocket | undefined
  let receive: ((message: unknown) => void) | undefined
  let opened = Promise.withResolvers<void>()
  let isOpen = false
  let failures = 0
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const client = createChannelClient({
    // Fields left out must not arrive as null, which the contract would refuse.
    send: (message) => socket?.send(encode(message, { ignoreUndefined: true })),
    listen: (onMessage) => {
      receive = onMessage
    },
  })

  const open = (): void => {
    clearTimeout(timer)
    const protocols = authentication.protocols()
    const attempt = ++attempts
    onConnection({ status: protocols ? 'connecting' : 'signed-out' })
    if (!protocols) return
    void authentication.verifyServer().then((isKnownServer) => {
      if (attempt !== attempts || socket) return
      if (isKnownServer) connectWith(protocols)
      else retryLater()
    })
  }
  const retryLater = (): void => {
    failures += 1
    const retryInMs = retryDelayMs(failures)
    timer = setTimeout(open, retryInMs)
    onConnection({ status: 'lost', retryInMs })
  }
  const connectWith = (protocols: string[]): void => {
    const next = new WebSocket(url, protocols)
    next.binaryType = 'arraybuffer'
    socket = next
    next.addEventListener('open', () => {
      failures = 0
      isOpen = true
      onConnection({ status: 'connected' })
      opened.resolve()
    })
    next.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) receive?.(decode(new Uint8Array(data)))
    })
    next.addEventListener('close', () => {
      if (socket !== next) return
      socket = undefined
      // Who waits for a first opening goes on waiting; who comes after a break waits for the next one.
      if (isOpen) opened = Promise.withResolvers<void>()
      isOpen = false
      retryLater()
      client.fail(new ConnectionLostError())
      authentication.onClosed()
    })
  }

  const waitUntilOpen = async (): Promise<void> => {
    while (!isOpen) await opened.promise
  }

  const call = async (...request: Parameters<Call>): Promise<unknown> => {
    await waitUntilOpen()
    return client.call(...request)
  }

  open()
  return {
    // Same table, same types: only the waiting is added.
    call: call as Call,
    on: client.on,
    retryNow: () => {
      if (!socket) open()
    },
  }
}
