import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { App } from '#app/app.ts'
import type { Takeover } from '#app/services/transcribe/live.ts'
import { timesOf } from '#app/services/transcribe/transcriber.ts'
import { InvalidRequest, type OnBug, readInput, refuse } from '#server/http/errors.ts'
import { type Api, callerOf, type Operation } from '#server/http/operation.ts'
import { whileTokenIsGood } from '#server/http/token-watch.ts'
import { CLOSE, terminateWhenUnresponsive } from '#server/http/web-socket.ts'
import { AppError } from '#shared/errors.ts'
import { startIdleTimer } from './idle-timer.ts'
import { readEnd, TranscriptionQuery } from './transcription-stream-messages.ts'
import { createIncomingSound } from './transcription-stream-sound.ts'

/** One message is at most this long, in bytes: half a minute of sound. */
const MESSAGE_LIMIT_BYTES = 1024 * 1024
/** What a client leaves unread before it is given up, in bytes. */
const BACKLOG_LIMIT_BYTES = 4 * 1024 * 1024
const MAX_REASON_BYTES = 123

export interface TranscriptionStreamOptions {
  readonly onBug: OnBug
  readonly pingIntervalMs: number
  /** Time without sound after which a connection is closed, in milliseconds: it holds one of few places at the model. */
  readonly soundTimeoutMs: number
  /** The longest wait for a place at the model, in milliseconds. */
  readonly queueTimeoutMs: number
}

const OPERATION = {
  method: 'GET',
  path: '/v1/transcriptions/stream',
  id: 'streamTranscription',
  tag: 'speech',
  summary: 'Transcribe speech while it is being said (WebSocket)',
  description:
    'Send sound in binary messages: PCM, signed 16 bit, little-endian, mono, without a header; then {"type":"end"}. You receive ready; where four recordings are being written down already, queued (its place in the queue, 1 for the next one; an error with the code rate/limited after 30 s) and, once its turn has come, started; partial (what an unfinished phrase says so far; the next one replaces it), final (a phrase with the times of its words, in seconds from the first sample), provider (another pack goes on, because one has failed), error (code and detail; speech/idle after 30 s without sound) and done. An installed pack of models is needed. A browser, which cannot send headers here, offers the subprotocols griot.v1 and bearer.<base64url of the token>.',
  scope: 'text',
  guests: true,
  invalidStatus: 400,
  query: TranscriptionQuery,
  responses: {
    101: { description: 'The connection becomes a WebSocket.', content: {} },
    426: { description: 'An ordinary GET: this address accepts WebSocket connections only.' },
  },
} as const satisfies Operation

/** GET /v1/transcriptions/stream: sound in as it is recorded, its words out, over a WebSocket. */
export function addTranscriptionStream(
  { add, fastify }: Api,
  app: App,
  options: TranscriptionStreamOptions,
): void {
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
      const stop = openSession(socket, request, app, options)
      open.add(stop)
      socket.on('close', () => open.delete(stop))
    },
  )
  fastify.addHook('preClose', async () => {
    for (const stop of open) stop()
  })
}

/** One connection. Answers how to end it with a last word when the server closes. */
function openSession(
  socket: WebSocket,
  request: FastifyRequest,
  app: App,
  { onBug, pingIntervalMs, soundTimeoutMs, queueTimeoutMs }: TranscriptionStreamOptions,
): () => void {
  const stop = new AbortController()
  const send = (message: object): void => {
    if (socket.readyState !== socket.OPEN) return
    // A failure is the end of the socket, which says so itself.
    if (socket.bufferedAmount > BACKLOG_LIMIT_BYTES) socket.terminate()
    else socket.send(JSON.stringify(message), () => undefined)
  }
  const end = (error: unknown, code: number = CLOSE.policy): void => {
    const failure = failureOf(error, request.id, (bug) => onBug(bug, request.id))
    send(failure)
    socket.close(code, Buffer.byteLength(failure.detail) > MAX_REASON_BYTES ? '' : failure.detail)
    stop.abort(error)
  }
  let waiting: NodeJS.Timeout | undefined
  /** Whether sound was sent that is not used yet. */
  let isBehind = (): boolean => false
  const idle = startIdleTimer(
    soundTimeoutMs,
    () => waiting !== undefined || isBehind(),
    () => end(silentFor(soundTimeoutMs)),
  )
  const onQueued = (place: number): void => {
    if (place === 0) {
      clearTimeout(waiting)
      waiting = undefined
      idle.refresh()
      send({ type: 'started' })
      return
    }
    waiting ??= setTimeout(() => end(waitedFor(queueTimeoutMs), CLOSE.tryLater), queueTimeoutMs)
    send({ type: 'queued', place, detail: queuedWords(place, queueTimeoutMs) })
  }
  const stopPinging = terminateWhenUnresponsive(socket, { intervalMs: pingIntervalMs })
  const stopAsking = whileTokenIsGood(app.access, request, end)
  socket.on('close', () => {
    idle.stop()
    clearTimeout(waiting)
    stopPinging()
    stopAsking()
    stop.abort(new Error('The connection is closed.'))
  })
  const listen = (query: TranscriptionQuery): void => {
    const sound = createIncomingSound(query.sample_rate, stop.signal)
    isBehind = () => sound.isWaiting
    sound.onUsed(() => {
      idle.refresh()
      if (!sound.isFull && socket.isPaused) socket.resume()
    })
    socket.on('message', (data, isBinary) => {
      idle.refresh()
      try {
        const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
        if (bytes.length > MESSAGE_LIMIT_BYTES) throw tooLong(bytes.length)
        if (isBinary) sound.add(bytes)
        else {
          readEnd(bytes.toString())
          sound.end()
          // From here on the model alone takes its time.
          idle.stop()
        }
        // The sender waits when the recogniser does: what is not read fills its own buffers.
        if (sound.isFull) socket.pause()
      } catch (error) {
        end(error)
      }
    })
    write(sound, query).then(
      () => {
        send({ type: 'done' })
        socket.close(CLOSE.done, 'Everything was written down.')
      },
      (error: unknown) => {
        if (!stop.signal.aborted) end(error)
      },
    )
  }
  const write = async (
    sound: AsyncIterable<Float32Array>,
    { language, special_words: specialWords }: TranscriptionQuery,
  ): Promise<void> => {
    const onTakeover = (takeover: Takeover): void => send({ type: 'provider', ...takeover })
    const order = { language, specialWords, onQueued, onTakeover }
    const found = app.transcripts.live(sound, order, stop.signal, callerOf(request))
    for await (const { kind, piece } of found) {
      idle.refresh()
      const { text, start, end: until, words } = piece
      send({
        type: kind === 'piece' ? 'final' : 'partial',
        ...{ text, start, end: until, words: timesOf(words) },
        language: piece.language ?? language ?? (await app.languages.identify(text)) ?? null,
      })
    }
  }
  try {
    const query = readInput(TranscriptionQuery, request.query, 'query')
    send({ type: 'ready', request_id: request.id, sample_rate: query.sample_rate })
    listen(query)
  } catch (error) {
    end(error)
  }
  return () => end(new AppError('speech/cancelled', 'Griot is shutting down.'), CLOSE.goingAway)
}

interface Failure {
  readonly type: 'error'
  readonly code: string
  readonly detail: string
}

/** An error message for the client. A bug is logged under the request id and told without details. */
function failureOf(error: unknown, requestId: string, report: (bug: unknown) => void): Failure {
  if (error instanceof AppError) return { type: 'error', code: error.code, detail: error.message }
  if (error instanceof InvalidRequest)
    return { type: 'error', code: 'request/invalid', detail: error.message }
  report(error)
  const detail = `Something went wrong in Griot. Its log has the details under ${requestId}.`
  return { type: 'error', code: 'transcribe/failed', detail }
}

function tooLong(bytes: number): AppError {
  const [given, most] = [bytes, MESSAGE_LIMIT_BYTES].map((count) => count.toLocaleString('en'))
  return new AppError(
    'request/too-large',
    `This message has ${given} bytes; the limit is ${most}. Send the sound in several messages.`,
  )
}

function queuedWords(place: number, queueTimeoutMs: number): string {
  const seconds = Math.round(queueTimeoutMs / 1_000)
  return `The model writes down as many recordings as it can. This one is number ${place} in the queue, and waits for ${seconds} s at most. Sound that is sent meanwhile is kept, up to a minute.`
}

function waitedFor(queueTimeoutMs: number): AppError {
  const seconds = Math.round(queueTimeoutMs / 1_000)
  return new AppError(
    'rate/limited',
    `The model was busy with other recordings for ${seconds} s. Connect again in a moment.`,
  )
}

function silentFor(soundTimeoutMs: number): AppError {
  const seconds = Math.round(soundTimeoutMs / 1_000)
  return new AppError(
    'speech/idle',
    `No sound was sent for ${seconds} s, and others may wait for the place. Send silence while nobody speaks, or connect again when there is sound.`,
  )
}
