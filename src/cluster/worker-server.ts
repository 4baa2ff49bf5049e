import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import {
  NO_TRANSCRIPTION,
  type PackTranscription,
  type TranscriptionPack,
} from '#inference/pack-transcription.ts'
import { AppError } from '#shared/errors.ts'
import type { FromWorker, ToWorker } from '#speech/worker/messages.ts'
import { serveSpeaker } from '#speech/worker/serve.ts'
import type { SpeechWorkers } from '#speech/worker/workers.ts'
import { decodeMessage, encodeMessage } from './codec.ts'
import {
  CHALLENGE_PATH,
  type Challenges,
  createChallenges,
  isProof,
  PROOF_HEADER,
  proofOf,
  readAuthorization,
} from './handshake.ts'
import {
  endedJob,
  type FromWorkerNode,
  MAX_MESSAGE_BYTES,
  PROTOCOL,
  readNodeMessage,
  startsJob,
  type ToWorkerNode,
} from './protocol.ts'
import { serveTranscriptions } from './transcription/serve-transcriptions.ts'
import { watchPacks } from './transcription/watch-packs.ts'

/** A worker that nodes can reach. */
export interface WorkerServer {
  /** Its port. */
  readonly port: number
  /** Jobs in work, of all nodes, transcriptions among them. */
  readonly jobs: number
  readonly transcriptions: number
  /** Takes no new jobs, and resolves once those in work have ended, or after `graceMs`. Then nothing listens any more. */
  close(graceMs: number): Promise<void>
}

export interface WorkerServerOptions {
  readonly speech: SpeechWorkers
  /** What writes down speech with its packs; left out: it has none. */
  readonly transcription?: PackTranscription
  /** Jobs that it takes at once; nodes give it no more. */
  readonly capacity: number
  /** All that it measures of itself, in the text format of Prometheus. */
  readonly metrics: () => Promise<string>
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  /** What a node must prove that it knows to be let in. */
  readonly secret: string
  /** Address by which nodes reach it on the port that it has; left out: that of `host`. */
  readonly address?: (port: number) => string
  /** Certificate with its chain, and its private key, both in PEM; left out: without TLS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly onBug: (error: unknown) => void
}

/** Results that are made at once for one node: the speech processes behind have their own order. */
const PARALLEL = 512

/**
 * Lets nodes speak with this worker's voices and transcribe with its packs: one WebSocket for each node, on which jobs run as they do between a
 * node and its own processes. A node that goes away ends its jobs. Throws AppError('settings/invalid') where the port is taken, or
 * the certificate cannot be used.
 */
export async function serveWorker(options: WorkerServerOptions): Promise<WorkerServer> {
  const { speech, transcription = NO_TRANSCRIPTION, capacity, onBug } = options
  const nodes = new Set<Node>()
  let isLeaving = false
  let ended = Promise.withResolvers<void>()
  const count = (): { readonly jobs: number; readonly transcriptions: number } => {
    let [jobs, transcriptions] = [0, 0]
    for (const node of nodes) {
      jobs += node.jobs
      transcriptions += node.transcriptions
    }
    return { jobs, transcriptions }
  }
  const told = (): void => {
    const load = count()
    for (const node of nodes) node.send({ kind: 'load', ...load, capacity })
    if (load.jobs === 0) ended.resolve()
  }
  let packs: readonly TranscriptionPack[] = []
  const watch = watchPacks(transcription.store, (found) => {
    packs = found
    for (const node of nodes) node.send({ kind: 'packs', packs })
  })
  const isReady = (): boolean => speech.state === 'ready' && !isLeaving
  const challenges = createChallenges()
  const http = createListener(options.tls, (request, response) => {
    answer(request.url ?? '', response, {
      ...{ isReady, challenges, step: () => speech.step },
      ...options,
    }).catch((error) => {
      onBug(error)
      response.writeHead(500).end()
    })
  })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  })
  const proofs = new WeakMap<IncomingMessage, string>()
  sockets.on('headers', (headers, request) => {
    headers.push(`${PROOF_HEADER}: ${proofs.get(request)}`)
  })
  const { secret, address = (port) => `ws://${options.host}:${port}` } = options
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined)
    const url = address((http.address() as AddressInfo).port)
    const { refusal, proof } = admit(request, { secret, url, challenges })
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    proofs.set(request, proof)
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const node = open(opened)
      speech.ready(node.gone).then(
        () => {
          if (isLeaving) node.send({ kind: 'leaving' })
          node.send({ kind: 'load', ...count(), capacity })
          node.send({ kind: 'packs', packs })
          node.send({ kind: 'ready' })
        },
        // Whoever waits at the other end sees the socket close, and tries again.
        () => opened.close(1013),
      )
    })
  })
  const open = (socket: WebSocket): Node => {
    const node = openNode(socket, { speech, transcription }, { onBug, onChange: told })
    nodes.add(node)
    socket.once('close', () => {
      nodes.delete(node)
      told()
    })
    return node
  }
  await listening(http, options)
  return {
    port: (http.address() as AddressInfo).port,
    get jobs() {
      return count().jobs
    },
    get transcriptions() {
      return count().transcriptions
    },
    async close(graceMs) {
      isLeaving = true
      watch.stop()
      ended = Promise.withResolvers()
      for (const node of nodes) node.send({ kind: 'leaving' })
      http.close()
      const timer = setTimeout(() => ended.resolve(), graceMs)
      if (count().jobs > 0) await ended.promise
      clearTimeout(timer)
      for (const node of nodes) node.close()
      http.closeAllConnections()
    },
  }
}

/** What anybody may ask over HTTP: whether it can speak, whether it is alive, and its measures, in which no text is. */
async function answer(
  url: string,
  response: ServerResponse,
  state: {
    readonly isReady: () => boolean
    readonly step: () => string
    readonly metrics: () => Promise<string>
    readonly challenges: Challenges
  },
): Promise<void> {
  const tell = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(body))
  }
  if (url === '/health/live') return tell(200, { status: 'alive' })
  if (url === '/health') {
    const isReady = state.isReady()
    return tell(isReady ? 200 : 503, {
      status: isReady ? 'ready' : 'starting',
      step: state.step(),
    })
  }
  if (url === CHALLENGE_PATH) return tell(200, { challenge: state.challenges.make() })
  if (url === '/metrics') {
    const text = await state.metrics()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(text)
    return
  }
  response.writeHead(426, { 'content-type': 'text/plain; charset=utf-8' })
  response.end('This is a worker of Griot. Only its nodes speak with it.\n')
}

/** Throws AppError('settings/invalid'). */
function createListener(
  tls: WorkerServerOptions['tls'],
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  if (!tls) return createServer(onRequest)
  try {
    return createSecureServer({ ...tls, minVersion: 'TLSv1.2' }, onRequest)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'settings/invalid',
      `The certificate of the worker and its key cannot be used (${reason}). Both have to be PEM, and belong together.`,
      error,
    )
  }
}

function listening(http: Server, { host, port }: WorkerServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error) =>
      reject(
        new AppError(
          'settings/invalid',
          `The worker cannot listen on ${host}:${port} (${error.message}). Choose another address.`,
          error,
        ),
      ),
    )
    http.listen(port, host, resolve)
  })
}

/** `refusal`: status line for a caller who is not let in. `proof`: that of this worker, for a node. */
type Admission =
  | { readonly refusal: string; readonly proof?: undefined }
  | { readonly refusal?: undefined; readonly proof: string }

function admit(
  { headers, url: path }: IncomingMessage,
  {
    secret,
    url,
    challenges,
  }: { readonly secret: string; readonly url: string; readonly challenges: Challenges },
): Admission {
  const given = readAuthorization(headers.authorization)
  if (!given || path !== '/') return { refusal: '401 Unauthorized' }
  const handshake = { url, challenge: given.challenge, nonce: given.nonce }
  // The proof first, so that only who knows the secret uses a challenge up.
  if (!isProof(given.proof, secret, 'node', handshake) || !challenges.take(given.challenge))
    return { refusal: '401 Unauthorized' }
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  if (!offered.includes(PROTOCOL)) return { refusal: '426 Upgrade Required' }
  return { proof: proofOf(secret, 'worker', handshake) }
}

/** The worker's end of the socket of a node. */
interface Node {
  /** Its jobs in work, transcriptions among them. */
  readonly jobs: number
  readonly transcriptions: number
  /** Aborts when the socket is closed. */
  readonly gone: AbortSignal
  send(message: FromWorkerNode): void
  close(): void
}

function openNode(
  socket: WebSocket,
  { speech, transcription }: Required<Pick<WorkerServerOptions, 'speech' | 'transcription'>>,
  { onBug, onChange }: { readonly onBug: (error: unknown) => void; readonly onChange: () => void },
): Node {
  const jobs = new Set<number>()
  const gone = new AbortController()
  let receive: (message: ToWorker) => void = () => undefined
  const send = (message: FromWorkerNode): void => {
    const ended = endedJob(message)
    if (socket.readyState === socket.OPEN) socket.send(encodeMessage(message))
    if (ended !== undefined && jobs.delete(ended)) onChange()
  }
  const transcriptions = serveTranscriptions(
    transcription.models,
    (message) => send({ kind: 'transcription', message }),
    onChange,
  )
  const take = (message: ToWorkerNode): void => {
    if (message.kind === 'transcription') {
      transcriptions.take(message.message)
      return
    }
    if (startsJob(message)) jobs.add(message.job)
    receive(message)
    const isOver = message.kind === 'cancel' && jobs.delete(message.job)
    if (isOver || startsJob(message)) onChange()
  }
  serveSpeaker(
    {
      send: (message: FromWorker) => send(message),
      onMessage: (listener) => {
        receive = listener
      },
    },
    speech,
    PARALLEL,
  )
  socket.on('error', () => undefined)
  socket.on('message', (bytes: Buffer) => {
    try {
      take(readNodeMessage(decodeMessage(bytes)))
    } catch (error) {
      onBug(error)
      socket.close(1008)
    }
  })
  socket.once('close', () => {
    for (const job of [...jobs]) take({ kind: 'cancel', job })
    transcriptions.cancelAll()
    gone.abort(new Error('The node has gone.'))
  })
  return {
    get jobs() {
      return jobs.size + transcriptions.count
    },
    get transcriptions() {
      return transcriptions.count
    },
    gone: gone.signal,
    send,
    close: () => socket.terminate(),
  }
}
