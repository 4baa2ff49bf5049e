import type { Writable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import fastifyWebsocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { TEXT_LIMIT } from '#shared/script.ts'
import type { RunningProcess } from '#speech/worker/running-processes.ts'
import { admitWith } from './http/auth.ts'
import { readJsonBodies, refuseEncodedBodies } from './http/body.ts'
import { canonicalUrl } from './http/canonical-url.ts'
import { watchConnections } from './http/connections.ts'
import { answerFailures, answerFrameworkError, type OnBug, refuse } from './http/errors.ts'
import {
  FAILED_AUTH_LIMITS,
  type FailedAuthLimits,
  throttleFailedAuth,
} from './http/failed-auth-throttle.ts'
import { guardHostAndOrigin } from './http/host-and-origin.ts'
import { replayIdempotentRequests } from './http/idempotency.ts'
import { LIMITS, type Limits, listen, serverLimits } from './http/listen.ts'
import { answerMethodNotAllowed } from './http/method-not-allowed.ts'
import { measureRequests } from './http/metrics.ts'
import { readFormBodies } from './http/multipart.ts'
import { createApi, dialectAt } from './http/operation.ts'
import { type CountRequest, limitRequests, limitSharedRequests } from './http/rate-limit.ts'
import { type LogLevel, logRequests, watchWith } from './http/request-log.ts'
import { logTo, openLogFile } from './http/request-log-file.ts'
import { createSpeechQueue, SPEECH_LIMITS, type SpeechLimits } from './http/speech-queue.ts'
import { traceRequests } from './http/tracing.ts'
import { chooseProtocol, closeSocketsAtEnd, refuseHandshakes } from './http/web-socket.ts'
import { ANY_TOKEN, addMcp } from './mcp/http.ts'
import { mcpProgramOf } from './mcp/session.ts'
import { addOpenAi } from './openai/openai.ts'
import { addOpenApi } from './openapi/docs.ts'
import { addExports } from './studio/exports.ts'
import { removeForeignServiceWorkers } from './studio/foreign-service-worker.ts'
import { studioLinkOf } from './studio/link.ts'
import { refuseLocalhost } from './studio/localhost.ts'
import { addServerChallenge } from './studio/server-challenge.ts'
import { createSessions } from './studio/sessions.ts'
import { addSignIn, studioKeysOf } from './studio/sign-in.ts'
import { addSocket, MESSAGE_LIMIT_BYTES } from './studio/socket.ts'
import { addStudio } from './studio/studio.ts'
import { addBatches } from './v1/batches.ts'
import { addDetect } from './v1/detect.ts'
import { addDiacritics } from './v1/diacritics.ts'
import { addFiles } from './v1/files.ts'
import { addFileContent } from './v1/files-content.ts'
import { createGuestManifests } from './v1/guest-manifests.ts'
import { addGuestTokens } from './v1/guest-tokens.ts'
import { addHealth } from './v1/health.ts'
import { addPlaylists } from './v1/hls.ts'
import { addMetrics } from './v1/metrics.ts'
import { addNormalize } from './v1/normalize.ts'
import { addPacks } from './v1/packs.ts'
import { addProvenance } from './v1/provenance.ts'
import { addSpeech } from './v1/speech.ts'
import { speechRequest } from './v1/speech-request.ts'
import { addSpeechStream } from './v1/speech-stream.ts'
import { addSpeechTimings } from './v1/speech-timings.ts'
import { addTranscriptionStream } from './v1/transcription-stream.ts'
import { addTranscriptions } from './v1/transcriptions.ts'
import { addTranslate } from './v1/translate.ts'
import { addTranslationMemory } from './v1/translation-memory.ts'
import { addVoices } from './v1/voices.ts'

export interface ServerOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Sockets that accept connections; left out: one. More let hundreds of callers in sooner; Linux only. */
  readonly acceptors?: number
  /** The folder of the built studio, as an absolute path; without it there is only the API. */
  readonly studioDir?: string | undefined
  /** Host names to answer to, besides this machine's own. */
  readonly allowedHosts?: readonly string[]
  /** Web origins whose pages may call the API, such as `https://example.org`. */
  readonly allowedOrigins?: readonly string[]
  /** The longest text of one request, in characters. */
  readonly textLimit?: number
  readonly limits?: Partial<Limits>
  /** Requests that one token may make in a minute; left out: as many as it likes. */
  readonly ratePerMinute?: number | undefined
  readonly failedAuth?: Partial<FailedAuthLimits>
  /** Limits on texts that are spoken at once. */
  readonly speaking?: Partial<SpeechLimits>
  /** Level of the request log, and the folder of its file or the stream that it goes to; left out: no log. */
  readonly requestLog?:
    | { readonly level: LogLevel; readonly folder: string }
    | { readonly level: LogLevel; readonly stream: Writable }
    | undefined
  /** The processes that the program has started, whose memory is measured; left out: none is. */
  readonly processes?: () => readonly RunningProcess[]
  readonly onBug: OnBug
}

/** `over` resolves once the link has signed a browser in or is too old. */
export interface StudioLink {
  readonly url: string
  readonly over: Promise<void>
}

export interface Server {
  readonly url: string
  /** A link that signs one browser in to the studio within a minute. Throws where there is no studio. */
  studioLink(): StudioLink
  /** Takes no more requests, lets those in progress end, cuts them off after `closeTimeoutMs`. */
  close(): Promise<void>
}

/** The API, and the studio for browsers, over HTTP. Throws AppError where the address cannot be had. */
export async function openServer(app: App, options: ServerOptions): Promise<Server> {
  const limits = { ...LIMITS, ...options.limits }
  const sessions = createSessions({
    keys: studioKeysOf(app.access),
    browsers: app.browsers,
    onBug: (error) => options.onBug(error, 'sessions'),
  })
  const log = openRequestLog(options)
  const fastify = Fastify({
    ...serverLimits(limits),
    // On a machine that is busy with other things, parts of the server take longer than Fastify's ten seconds to load.
    pluginTimeout: 60_000,
    rewriteUrl: ({ url = '/' }) => canonicalUrl(url),
    frameworkErrors(error, request, reply) {
      log.watch(request, reply)
      const dialect = dialectAt(api.operations, request.url)
      answerFrameworkError(error, request, reply, dialect?.failureBody)
    },
  })
  traceRequests(fastify)
  const speechQueue = createSpeechQueue({ ...SPEECH_LIMITS, ...options.speaking })
  const { processes = () => [] } = options
  const metrics = measureRequests(fastify, { app, speechQueue, processes })
  const connections = watchConnections(fastify.server, limits)
  const refuseOthers = answerMethodNotAllowed(fastify)
  // Before the rules: only a handshake that this plugin has seen is closed when a rule refuses it.
  await fastify.register(fastifyWebsocket, {
    options: { maxPayload: MESSAGE_LIMIT_BYTES, handleProtocols: chooseProtocol },
    // Those who have a last word to say come first.
    preClose: (done) => done(),
  })
  logRequests(fastify, log.watch)
  addRules(fastify, app, options)
  await readFormBodies(fastify)
  replayIdempotentRequests(fastify, app.idempotency, metrics.replayed)
  await fastify.register(fastifyStatic, { serve: false })

  const textLimit = options.textLimit ?? TEXT_LIMIT
  const schema = speechRequest({ voices: app.voices(), textLimit })
  const authenticate = throttleFailedAuth(
    app.access,
    { ...FAILED_AUTH_LIMITS, ...options.failedAuth },
    nowMs,
  )
  const { ratePerMinute } = options
  const countRequest = ratePerMinute === undefined ? undefined : limiterOf(ratePerMinute, app)
  const admit = admitWith({
    ...{ authenticate, countRequest, connections },
    isDiscoveryOpen: () => app.settings.value('network.open-discovery') === 'on',
  })
  const api = createApi(fastify, admit)
  const guestManifests = createGuestManifests()
  const { onBug } = options
  const streaming = { onBug, stallTimeoutMs: limits.stallTimeoutMs, speechQueue, guestManifests }
  addSpeech(api, app, schema, streaming)
  addSpeechTimings(api, app)
  addSpeechStream(api, app, { ...limits, onBug: options.onBug, textLimit, speechQueue })
  addPlaylists(api, app)
  addFiles(api, app)
  const admitToFiles = admit({ scope: 'files' })
  addFileContent(api, app, (request, reply) => admitToFiles.call(fastify, request, reply))
  addBatches(api, app, textLimit)
  addTranscriptions(api, app)
  addTranscriptionStream(api, app, { ...limits, onBug: options.onBug })
  addTranslate(api, app, textLimit)
  addTranslationMemory(api, app)
  addDiacritics(api, app, textLimit)
  addDetect(api, app, textLimit)
  addNormalize(api, app, textLimit)
  addVoices(api, app)
  addProvenance(api, app, guestManifests)
  addGuestTokens(api, app)
  addPacks(api, app)
  addOpenAi(api, app, textLimit, streaming)
  addHealth(api, app)
  addMetrics(api, metrics)
  addOpenApi(api)
  const mcp = { app, textLimit, speechQueue, onBug: (error: unknown) => onBug(error, 'mcp') }
  addMcp(fastify, mcpProgramOf(mcp), admit(ANY_TOKEN))
  const { studioDir } = options
  if (studioDir !== undefined) {
    await addStudio(fastify, studioDir, { isService: app.browsers.isShared })
    await fastify.register((studio, _options, done) => {
      studio.addHook('onRequest', refuseLocalhost)
      addSignIn(studio, { authenticate, links: app.links, sessions })
      addServerChallenge(studio, sessions, nowMs)
      addExports(studio, app, sessions, nowMs)
      addSocket(studio, app, sessions, { onBug, pingIntervalMs: limits.pingIntervalMs })
      done()
    })
  }
  fastify.websocketServer.on('connection', (_webSocket, { socket }) => connections.upgraded(socket))
  closeSocketsAtEnd(fastify)
  refuseOthers()

  const { url, close } = await listen(fastify, options, limits, connections)
  return {
    url,
    async close() {
      await close()
      metrics.close()
      await sessions.close()
      await log.close()
    },
    studioLink: () => {
      if (studioDir === undefined) throw new Error('This server was opened without a studio.')
      const { token, over } = app.links.offer()
      return { url: studioLinkOf(url, token), over }
    },
  }
}

const nowMs = (): number => performance.now()

function limiterOf(perMinute: number, { countRequest }: App): CountRequest {
  if (!countRequest) return limitRequests(perMinute, nowMs)
  return limitSharedRequests(perMinute, countRequest)
}

function openRequestLog({ requestLog, onBug }: ServerOptions) {
  const { level, ...place } = requestLog ?? { folder: '', level: 'silent' }
  const log =
    'stream' in place
      ? logTo(place.stream)
      : openLogFile({ ...place, nowMs, onBug: (error) => onBug(error, 'log') })
  return { watch: watchWith(level, log.write), close: log.close }
}

/** Adds the rules for every request, in this order: its id, who may call, unknown paths, how bodies are read. */
function addRules(fastify: FastifyInstance, app: App, options: ServerOptions): void {
  fastify.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
  })
  removeForeignServiceWorkers(fastify)
  let closing = false
  fastify.addHook('preClose', async () => {
    closing = true
  })
  fastify.addHook('onRequest', async (_request, reply) =>
    closing ? refuse(reply, 503, 'Griot is shutting down.') : undefined,
  )
  guardHostAndOrigin(fastify, {
    host: options.host,
    allowedHosts: options.allowedHosts ?? [],
    allowedOrigins: options.allowedOrigins ?? [],
    apps: app.appOrigins,
  })
  answerFailures(fastify, options.onBug)
  refuseHandshakes(fastify)
  refuseEncodedBodies(fastify)
  readJsonBodies(fastify)
}
