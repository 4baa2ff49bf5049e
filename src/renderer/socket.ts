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
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  constructor() {
    super('The connection to the engine was lost.')
  }
}

export interface Road {
  readonly call: Call
  readonly on: On
  /** Try again now instead of after the pause. */
  readonly retryNow: () => void
}

/** With what the window comes to the engine. */
export interface Pass {
  /** Subprotocols to show; undefined: this browser is signed out, or about to sign in. */
  protocols(): string[] | undefined
  /** Whether it is the engine that answers: before that, nothing is shown. */
  isTheEngine(): Promise<boolean>
  /** The engine ended the connection, or did not take it: perhaps because of the pass. */
  wasRefused(): void
}

const LONGEST_PAUSE_MS = 15_000

/** The pause before the try after `failures` failed ones, in milliseconds: 0.5 s, doubling up to 15 s. */
export function retryPauseMs(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.max(0, failures - 1))
}

/**
 * The engine over a WebSocket of binary msgpack frames. A call made while there is no connection waits for one;
 * a call that was under way when the connection broke rejects with ConnectionLost.
 */
export function openSocket(url: string, pass: Pass, tell: (connection: Connection) => void): Road {
  let socket: WebSocket | undefined
  let receive: ((message: unknown) => void) | undefined
  let opened = Promise.withResolvers<void>()
  let isOpen = false
  let failures = 0
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = createChannelClient({
    // Fields left out must not arrive as null, which the contract would refuse.
    send: (message) => socket?.send(encode(message, { ignoreUndefined: true })),
    listen: (onMessage) => {
      receive = onMessage
    },
  })

  const open = (): void => {
    clearTimeout(timer)
    const protocols = pass.protocols()
    const thisTry = ++tries
    tell({ status: protocols ? 'connecting' : 'signed-out' })
    if (!protocols) return
    void pass.isTheEngine().then((isTheEngine) => {
      if (thisTry !== tries || socket) return
      if (isTheEngine) connectWith(protocols)
      else tryLater()
    })
  }
  const tryLater = (): void => {
    failures += 1
    const retryInMs = retryPauseMs(failures)
    timer = setTimeout(open, retryInMs)
    tell({ status: 'lost', retryInMs })
  }
  const connectWith = (protocols: string[]): void => {
    const next = new WebSocket(url, protocols)
    next.binaryType = 'arraybuffer'
    socket = next
    next.addEventListener('open', () => {
      failures = 0
      isOpen = true
      tell({ status: 'connected' })
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
      tryLater()
      end.fail(new ConnectionLost())
      pass.wasRefused()
    })
  }

  const untilOpen = async (): Promise<void> => {
    while (!isOpen) await opened.promise
  }

  const call = async (...ask: Parameters<Call>): Promise<unknown> => {
    await untilOpen()
    return end.call(...ask)
  }

  open()
  return {
    // Same table, same types: only the waiting is added.
    call: call as Call,
    on: end.on,
    retryNow: () => {
      if (!socket) open()
    },
  }
}
