import { decode, encode } from '@msgpack/msgpack'
import { t } from '#renderer/i18n/i18n.ts'
import type { Call, On } from '#shared/api.ts'
import { createChannelClient } from '#shared/channel-client.ts'

/**
 * State of the connection. `retryInMs`: time until the next attempt, from the moment of the change. `signed-out`: no
 * attempt until this browser is signed in.
 */
export type Connection =
  | { readonly status: 'signed-out' }
  | { readonly status: 'connecting' }
  | { readonly status: 'connected' }
  | { readonly status: 'lost'; readonly retryInMs: number }

/** The connection was lost during a call, which may or may not have been carried out. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
  constructor() {
    super(t('app:connection.ended'))
  }
}

export interface Transport {
  readonly call: Call
  readonly on: On
  /** Retries now instead of after the delay. */
  readonly retryNow: () => void
}

/** Authentication of the socket. */
export interface SocketAuthentication {
  isSignedIn(): boolean
  /** Subprotocols for one handshake; undefined if the server is not the one that signed this browser in. */
  requestProtocols(): Promise<string[] | undefined>
  /** Called when the server closed or refused the connection, perhaps because of the session. */
  onClosed(): void
}

const MAX_RETRY_DELAY_MS = 15_000

/** Delay before the next attempt after a number of failures, in milliseconds: 0.5 s, doubling up to 15 s. */
export function retryDelayMs(failures: number): number {
  return Math.min(MAX_RETRY_DELAY_MS, 500 * 2 ** Math.max(0, failures - 1))
}

/**
 * Connects to the backend over a WebSocket with binary MessagePack frames. Calls wait for a connection; a call in
 * progress rejects with ConnectionLostError if the connection is lost.
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
    // Undefined fields must not arrive as null, which the contract rejects.
    send: (message) => socket?.send(encode(message, { ignoreUndefined: true })),
    listen: (onMessage) => {
      receive = onMessage
    },
  })

  const open = (): void => {
    clearTimeout(timer)
    const isSignedIn = authentication.isSignedIn()
    const attempt = ++attempts
    onConnection({ status: isSignedIn ? 'connecting' : 'signed-out' })
    if (!isSignedIn) return
    void authentication.requestProtocols().then((protocols) => {
      if (attempt !== attempts || socket) return
      if (protocols) connectWith(protocols)
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
      // Calls that wait for the first connection keep waiting; later ones wait for the next connection.
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
    // Same contract and types, with waiting added.
    call: call as Call,
    on: client.on,
    retryNow: () => {
      if (!socket) open()
    },
  }
}
