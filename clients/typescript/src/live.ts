import type { operations } from './api.js'
import { GriotError } from './error.js'

/** Settings of live speech; what is left out has its default. Sound comes inside the messages, in base64. */
export type LiveSettings = Omit<
  NonNullable<operations['streamSpeech']['parameters']['query']>,
  'audio'
>

/** Times are in seconds from the first sound. */
interface Span {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What the server says. An `error` is told here as well: after a sentence that cannot be spoken, the connection goes on. */
export type LiveMessage =
  | {
      readonly type: 'ready'
      readonly request_id: string
      readonly voice: string
      readonly format: string
      readonly sample_rate: number
    }
  | {
      readonly type: 'chunk'
      readonly sequence: number
      /** The sound, in base64. */
      readonly audio: string
      readonly words: readonly Span[]
      readonly marks?: readonly Span[]
      readonly sentence?: string
    }
  | { readonly type: 'voice'; readonly voice: string; readonly detail: string }
  | { readonly type: 'flushed' | 'cancelled' | 'done' }
  | { readonly type: 'error'; readonly code: string; readonly detail: string }

/** A connection that speaks text while it is written. Its messages can be read once, with `for await`. */
export interface LiveSpeech extends AsyncIterable<LiveMessage> {
  /** More text, cut anywhere. */
  append(text: string): void
  /** Speaks what is waiting, even an incomplete sentence. */
  flush(): void
  /** Stops at once and drops what is waiting. */
  cancel(): void
  /** Speaks what is waiting, then closes the connection. */
  end(): void
  /** Closes the connection now. */
  close(): void
}

/** Opens live speech over a WebSocket, the same way in Node, Deno and browsers: the token is a subprotocol, as pages can send no header. */
export async function openLive(
  base: string,
  token: string,
  settings: LiveSettings,
): Promise<LiveSpeech> {
  const url = new URL(`${base.replace(/^http/, 'ws')}/v1/speech/stream`)
  for (const [name, value] of Object.entries(settings))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  const socket = new WebSocket(url, ['griot.v1', `bearer.${base64Url(token)}`])
  const messages = queueOf(socket)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener(
      'error',
      () =>
        reject(
          new GriotError(
            `No live speech at ${url.origin}${url.pathname}. Check the address, and that the token is valid and has the scope "speak".`,
          ),
        ),
      { once: true },
    )
  })
  const send = (message: object): void => socket.send(JSON.stringify(message))
  return {
    append: (text) => send({ type: 'append', text }),
    flush: () => send({ type: 'flush' }),
    cancel: () => send({ type: 'cancel' }),
    end: () => send({ type: 'end' }),
    close: () => socket.close(),
    [Symbol.asyncIterator]: () => messages,
  }
}

/** The messages of a socket in their order, until it closes. */
function queueOf(socket: WebSocket): AsyncGenerator<LiveMessage, void> {
  const waiting: LiveMessage[] = []
  let closed = false
  let wake = (): void => undefined
  socket.addEventListener('message', ({ data }) => {
    waiting.push(JSON.parse(String(data)))
    wake()
  })
  socket.addEventListener('close', () => {
    closed = true
    wake()
  })
  return (async function* () {
    try {
      for (;;) {
        const message = waiting.shift()
        if (message) yield message
        else if (closed) return
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      socket.close()
    }
  })()
}

function base64Url(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
