import type { App } from '#app/app.ts'
import { refuse } from '#server/http/errors.ts'
import type { Api, Operation } from '#server/http/operation.ts'
import { LiveQuery } from './speech-stream-messages.ts'
import { type LiveOptions, openStreamSession } from './speech-stream-session.ts'

const OPERATION = {
  method: 'GET',
  path: '/v1/speech/stream',
  id: 'streamSpeech',
  tag: 'speech',
  summary: 'Speak a text while it is being written (WebSocket)',
  description:
    'For voice agents that produce text token by token. Messages are JSON texts. You send start (settings, as in the query), append (text), flush, cancel and end; you receive ready, chunk (base64 audio and the words that begin in it, in seconds; the first one of a sentence names what is left out of it as unspoken), voice (another voice goes on, because the model of the one that was asked for has failed), flushed, cancelled, error (code and detail) and done. A browser, which cannot send headers here, offers the subprotocols griot.v1 and bearer.<base64url of the token>. See docs/live-speech.md.',
  scope: 'speak',
  guests: true,
  invalidStatus: 400,
  query: LiveQuery,
  responses: {
    101: { description: 'The connection becomes a WebSocket.', content: {} },
    426: { description: 'An ordinary GET: this address accepts WebSocket connections only.' },
  },
} as const satisfies Operation

/** GET /v1/speech/stream: text in token by token, sound out sentence by sentence, over a WebSocket. */
export function addSpeechStream({ add, fastify }: Api, app: App, options: LiveOptions): void {
  const open = new Set<() => void>()
  add(
    OPERATION,
    async ({ reply }) =>
      refuse(
        reply.header('upgrade', 'websocket'),
        426,
        'This address accepts WebSocket connections only.',
      ),
    (socket, request) => {
      const stop = openStreamSession(socket, request, app, options)
      open.add(stop)
      socket.on('close', () => open.delete(stop))
    },
  )
  fastify.addHook('preClose', async () => {
    for (const stop of open) stop()
  })
}
