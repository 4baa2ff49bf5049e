import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api.js'
import { GriotError } from './error.js'
import { readEvents } from './events.js'
import { type LiveSettings, type LiveSpeech, openLive } from './live.js'

export type { components, operations, paths } from './api.js'
export { GriotError } from './error.js'
export type { LiveMessage, LiveSettings, LiveSpeech } from './live.js'

/** The body of POST /v1/speech. */
export type SpeechRequest = components['schemas']['SpeechRequest']
/** An event of speech that tells when words and phones are heard. */
export type SpeechEvent = components['schemas']['TimedSpeechEvent']

/** Where a Griot answers, and as whom to ask it. */
export interface GriotOptions {
  /** Address of the server without `/v1`, such as `http://127.0.0.1:7070`. */
  readonly url: string
  /** An API key, a guest token or a JWT. */
  readonly token: string
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** A Griot server. */
export interface Griot {
  /** Every operation with its types: `griot.api.GET('/v1/voices')`. It answers `{ data, error, response }` and throws for nothing but the network. */
  readonly api: Client<paths>
  /** Speaks a text; the answer's `body` is the sound, while it is made. Throws GriotError. */
  speak(request: SpeechRequest, signal?: AbortSignal): Promise<Response>
  /** Speaks a text; every part of the sound comes with the times of the words and phones in it, in seconds. Throws GriotError. */
  speakWithTimes(request: SpeechRequest, signal?: AbortSignal): AsyncGenerator<SpeechEvent, void>
  /** Opens a connection that speaks text while it is written. Throws GriotError where it cannot be opened. */
  live(settings?: LiveSettings): Promise<LiveSpeech>
}

/** A client of the Griot at `url`. */
export function createGriot({ url, token, fetch: ask = globalThis.fetch }: GriotOptions): Griot {
  const base = url.replace(/\/+$/, '')
  const headers = { authorization: `Bearer ${token}` }
  const api = createClient<paths>({ baseUrl: base, headers, fetch: (request) => ask(request) })

  async function post(body: SpeechRequest, signal?: AbortSignal): Promise<Response> {
    const answer = await ask(`${base}/v1/speech`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    })
    if (!answer.ok) throw await GriotError.of(answer)
    return answer
  }
  return {
    api,
    speak: post,
    async *speakWithTimes(request, signal) {
      const answer = await post({ ...request, stream_format: 'sse' }, signal)
      for await (const event of readEvents(answer)) {
        if (event.type === 'error') throw GriotError.told(event)
        yield event
      }
    },
    live: (settings = {}) => openLive(base, token, settings),
  }
}
