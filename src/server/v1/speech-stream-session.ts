import type { FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { type Caller, requesterOf } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import {
  createLiveSpeech,
  type LiveEvent,
  type LiveSettings,
  type LiveSpeech,
  type LiveSpeechDependencies,
} from '#app/live/live-speech.ts'
import { InvalidRequest, type OnBug, readInput } from '#server/http/errors.ts'
import { callerOf } from '#server/http/operation.ts'
import type { SpeechQueue } from '#server/http/speech-queue.ts'
import { whileTokenIsGood } from '#server/http/token-watch.ts'
import { CLOSE, terminateWhenUnresponsive, whenTaken } from '#server/http/web-socket.ts'
import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { languageOf } from '#shared/languages/languages.ts'
import { findVoice, languageOfText, languageOfVoice } from './find-voice.ts'
import { LiveQuery, type LiveSettingsInput, PRESET, readMessage } from './speech-stream-messages.ts'
import { unspokenIn } from './unspoken-words.ts'

/** Sound waits for its reader, answers do not: this much unread is a client that asks and never listens. */
const BACKLOG_LIMIT_BYTES = 4 * 1024 * 1024

/** Maximum length of a message in bytes, as of a JSON body. */
const MESSAGE_LIMIT_BYTES = 1024 * 1024

/** Maximum length of a close reason in bytes (RFC 6455, section 5.5). */
const MAX_REASON_BYTES = 123

export interface LiveOptions {
  readonly onBug: OnBug
  readonly textLimit: number
  readonly speechQueue: SpeechQueue
  readonly pingIntervalMs: number
  /** Idle timeout of a connection, in milliseconds. */
  readonly idleTimeoutMs: number
}

/** One connection from its first message to its last. Answers how to end it with a last word when the server closes. */
export function openStreamSession(
  socket: WebSocket,
  request: FastifyRequest,
  app: App,
  options: LiveOptions,
): () => void {
  const report = (error: unknown): void => options.onBug(error, request.id)
  const send = senderTo(socket)
  const sendFailure = (error: unknown): Promise<void> => send(failureOf(error, request.id, report))
  const sendEvent = async (event: ToldEvent): Promise<void> => {
    if (event.kind !== 'chunk' || current.audio !== 'binary') return send(messageOf(event))
    // Its message first, so that whoever reads the sound knows what it is.
    send(binaryChunkOf(event)).catch(report)
    await sendBytes(socket, event.audio)
  }
  const endWith = (error: AppError, code: number): void => {
    live?.close()
    sendFailure(error).catch(report)
    const { message } = error
    socket.close(code, Buffer.byteLength(message) > MAX_REASON_BYTES ? '' : message)
  }
  const idle = setTimeout(() => endWith(idleFor(options), CLOSE.policy), options.idleTimeoutMs)
  const parts: LiveSpeechDependencies = {
    speak: (request_, signal, onFallback, onUnspoken) =>
      inTurn(
        options.speechQueue,
        callerOf(request),
        request_.text,
        signal,
        async function* (account) {
          const { text, voice } = request_
          const caller = callerOf(request)
          const language = request_.language ?? (await languageOfText(app, caller, voice, text))
          const code = languageOf(language ?? '')
          onUnspoken(await unspokenIn(app, caller, { text, voice, language: code }))
          yield* app.speak({ ...request_, language }, account, signal, onFallback, {
            keyName: caller.tokenName,
            requester: requesterOf(caller),
          })
        },
      ),
    emit: async (event) => {
      idle.refresh()
      if (event.kind === 'failed') return sendFailure(event.error)
      await sendEvent(event)
      if (event.kind !== 'done') return
      // After a close, a listener over a slow line would have half a minute for all that is still on its way.
      await whenTaken(socket)
      socket.close(CLOSE.done, 'Everything was spoken.')
    },
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    textLimit: options.textLimit,
    onBug: report,
  }
  let live: LiveSpeech | undefined
  let current: LiveSettingsInput = {}
  const start = async (asked: LiveSettingsInput): Promise<void> => {
    const next = merged(current, asked)
    const settings = await settingsOf(app, request, next)
    // What was started on a connection that has ended meanwhile would never be closed.
    if (socket.readyState !== socket.OPEN) return
    if (live) live.start(settings)
    else live = createLiveSpeech(parts, settings)
    current = next
    send(readyOf(settings, request.id)).catch(report)
  }
  const handleMessage = async (text: string): Promise<void> => {
    const message = readMessage(text)
    if (message.type === 'start') {
      await start(message)
      return
    }
    if (!live && message.type === 'end') {
      // Nothing waits where nothing could be started.
      await send({ type: 'done' })
      socket.close(CLOSE.done, 'Nothing was spoken.')
      return
    }
    if (!live)
      throw new AppError(
        'request/invalid',
        'Send "start" with valid settings before anything else.',
      )
    if (message.type === 'append') live.append(message.text)
    else live[message.type]()
  }
  // One after the other: finding a voice may take its time.
  let handled = Promise.resolve()
  const attempt = (run: () => Promise<void>): void => {
    handled = handled.then(run).catch((error) => {
      sendFailure(error).catch(report)
    })
  }
  attempt(async () => start(readInput(LiveQuery, request.query, 'query')))
  socket.on('message', (data, isBinary) => {
    idle.refresh()
    if (isBinary) return socket.close(CLOSE.notBinary, 'Send JSON text messages.')
    attempt(async () => handleMessage(textOf(data)))
  })
  const stopPinging = terminateWhenUnresponsive(socket, {
    intervalMs: options.pingIntervalMs,
    bytesSent: () => request.raw.socket.bytesWritten,
    mostMs: options.idleTimeoutMs,
  })
  const stopAsking = whileTokenIsGood(app.access, request, (error) => endWith(error, CLOSE.policy))
  socket.on('close', () => {
    clearTimeout(idle)
    stopPinging()
    stopAsking()
    live?.close()
  })
  return () => endWith(new AppError('speech/cancelled', 'Griot is shutting down.'), CLOSE.goingAway)
}

/** A sentence is spoken when it is its caller's turn, as every other text. */
async function* inTurn(
  speechQueue: SpeechQueue,
  caller: Caller,
  text: string,
  signal: AbortSignal,
  speak: (account: string) => AsyncGenerator<SpokenChunk>,
): AsyncGenerator<SpokenChunk> {
  const done = await speechQueue.acquire(caller, text, signal)
  try {
    yield* speak(caller.account)
  } finally {
    done()
  }
}

/** Resolves when the message has left this process, or the connection is gone. */
function senderTo(socket: WebSocket): (message: object) => Promise<void> {
  return async (message) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > BACKLOG_LIMIT_BYTES) return socket.terminate()
    // A failure is the end of the socket, which says so itself.
    await new Promise<void>((resolve) => socket.send(JSON.stringify(message), () => resolve()))
  }
}

/** As `senderTo`, for a binary message. */
async function sendBytes(socket: WebSocket, bytes: Uint8Array): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  await new Promise<void>((resolve) => socket.send(bytes, () => resolve()))
}

/** Throws AppError('request/too-large'): what is parsed takes many times its length. */
function textOf(data: RawData): string {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
  if (bytes.length <= MESSAGE_LIMIT_BYTES) return bytes.toString()
  const limit = MESSAGE_LIMIT_BYTES.toLocaleString('en')
  throw new AppError(
    'request/too-large',
    `This message has ${bytes.length.toLocaleString('en')} bytes; the limit is ${limit}. Send the text in several messages.`,
  )
}

function merged(before: LiveSettingsInput, asked: LiveSettingsInput): LiveSettingsInput {
  return {
    voice: asked.voice ?? before.voice,
    language: asked.language ?? before.language,
    format: asked.format ?? before.format,
    speed: asked.speed ?? before.speed,
    quiet_ms: asked.quiet_ms ?? before.quiet_ms,
    audio: asked.audio ?? before.audio,
    voice_fallback: asked.voice_fallback ?? before.voice_fallback,
  }
}

/** Throws AppError('voice/not-found') that lists the voices. */
async function settingsOf(
  app: App,
  request: FastifyRequest,
  current: LiveSettingsInput,
): Promise<LiveSettings> {
  const { language, format = PRESET.format, speed = PRESET.speed } = current
  const caller = callerOf(request)
  const voice = await findVoice(app, caller, current.voice ?? '', language)
  return {
    request: { voice, language, speed },
    language: language ?? (await languageOfVoice(app, caller, voice)) ?? 'en',
    format,
    mayFallBack: current.voice_fallback ?? PRESET.voice_fallback,
    quietMs: current.quiet_ms ?? PRESET.quiet_ms,
  }
}

function readyOf({ request: { voice }, format }: LiveSettings, requestId: string): object {
  return { type: 'ready', request_id: requestId, voice, format, sample_rate: SAMPLE_RATE }
}

type ToldEvent = Exclude<LiveEvent, { readonly kind: 'failed' }>

function messageOf(event: ToldEvent): object {
  if (event.kind === 'fallback') return { type: 'voice', voice: event.voice, detail: event.detail }
  if (event.kind !== 'chunk') return { type: event.kind }
  const { buffer, byteOffset, byteLength } = event.audio
  const audio = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  return chunkOf(event, { audio })
}

/** The message before a binary message of sound. */
function binaryChunkOf(event: ToldChunk): object {
  return chunkOf(event, { bytes: event.audio.byteLength })
}

type ToldChunk = Extract<LiveEvent, { readonly kind: 'chunk' }>

function chunkOf({ sequence, words, marks, sentence, unspoken }: ToldChunk, sound: object): object {
  return {
    ...{ type: 'chunk', sequence, ...sound, words },
    ...(marks.length > 0 ? { marks } : {}),
    ...(sentence ? { sentence } : {}),
    ...(unspoken ? { unspoken } : {}),
  }
}

/** An error message for the client. A bug is logged under the request id and told without details. */
function failureOf(error: unknown, requestId: string, report: (error: unknown) => void): object {
  if (error instanceof AppError) return { type: 'error', code: error.code, detail: error.message }
  if (error instanceof InvalidRequest)
    return { type: 'error', code: 'request/invalid', detail: error.message }
  report(error)
  const detail = `Something went wrong in Griot. Its log has the details under ${requestId}.`
  return { type: 'error', code: 'speech/failed', detail }
}

function idleFor({ idleTimeoutMs }: LiveOptions): AppError {
  const minutes = Math.round(idleTimeoutMs / 60_000)
  return new AppError(
    'speech/idle',
    `Nothing was sent or received for ${minutes} minutes. Connect again when there is text.`,
  )
}
