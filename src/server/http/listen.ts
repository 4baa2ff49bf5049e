import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { type Acceptors, freePort, NO_ACCEPTORS, openAcceptors } from './acceptors.ts'
import { BODY_TIMEOUT, timeOutSlowBodies } from './body-timeout.ts'
import type { ConnectionLimits, Connections } from './connections.ts'
import { answerFrameworkError } from './errors.ts'
import { answerHalfClosed } from './half-closed.ts'

/** Times in milliseconds. */
export interface Limits extends ConnectionLimits {
  /** Time for a request to arrive; a form may take longer while it keeps coming. Answers have no limit. */
  readonly bodyTimeoutMs: number
  /** Time after which a caller that reads no more of its answer is given up. */
  readonly stallTimeoutMs: number
  /** Time for answers in progress when the server closes. */
  readonly closeTimeoutMs: number
  readonly pingIntervalMs: number
  /** Time after which an idle live connection is closed. */
  readonly idleTimeoutMs: number
  /** Time without sound after which a live transcription is closed. */
  readonly soundTimeoutMs: number
  /** The longest wait of a live transcription for a place at the model. */
  readonly queueTimeoutMs: number
  /** Time after which an idle keep-alive connection is closed. */
  readonly keepAliveMs: number
}

export const LIMITS: Limits = {
  bodyTimeoutMs: 30_000,
  stallTimeoutMs: 10 * 60_000,
  // The whole program then ends within five seconds.
  closeTimeoutMs: 4_500,
  pingIntervalMs: 30_000,
  idleTimeoutMs: 10 * 60_000,
  soundTimeoutMs: 30_000,
  queueTimeoutMs: 30_000,
  // Longer than the minute after which common proxies close theirs.
  keepAliveMs: 72_000,
  connections: 1_000,
  connectionsPerAddress: 200,
}

const HEADERS_TIMEOUT_MS = 10_000
/** Longest time for a form, at any pace. */
const LONGEST_REQUEST_MS = 60 * 60_000
/** Time for a caller to read the answer to a request that could not be read. */
const LAST_WORD_MS = 1_000
/** Interval at which a closing server looks for idle connections. */
const RELEASE_MS = 50

/** Options of the HTTP server: timeouts, limits, and the answer to unreadable requests. */
export function serverLimits({ bodyTimeoutMs, keepAliveMs }: Limits) {
  return {
    bodyLimit: 1024 * 1024,
    // Bodies have their own pace, below.
    requestTimeout: LONGEST_REQUEST_MS,
    keepAliveTimeout: keepAliveMs,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerFrameworkError,
    // Our own rule answers while the server closes, in the shape of all errors.
    return503OnClosing: false,
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, bodyTimeoutMs),
      connectionsCheckingInterval: Math.min(5_000, bodyTimeoutMs),
      keepAlive: true,
      // A missing Host is refused by the guard, in words.
      requireHostHeader: false,
      // Java's HTTP client offers `Upgrade: h2c` with every request: Node would wait for us to take the offer.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
  } satisfies FastifyHttpOptions<Server>
}

/** Where a server listens, and with how many sockets: more than one only on Linux. */
interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly acceptors?: number
}

/** Listens, and answers where. `close` may be called more than once. Throws AppError where the address cannot be had. */
export async function listen(
  fastify: FastifyInstance,
  { host, port, acceptors = 1 }: ListenOptions,
  { bodyTimeoutMs, closeTimeoutMs }: Limits,
  connections: Connections,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  answerHalfClosed(fastify.server)
  timeOutSlowBodies(fastify.server, bodyTimeoutMs)
  // Only "100-continue" is defined (RFC 9110, section 10.1.1); for any other expectation Node would answer without a body.
  fastify.server.on('checkExpectation', (request, response) => {
    fastify.server.emit('request', request, response)
  })
  let others = NO_ACCEPTORS
  try {
    if (acceptors > 1) {
      // A variable, because Fastify passes on this option of Node but does not declare it.
      const shared = { host, port: await freePort({ host, port }), reusePort: true }
      await fastify.listen(shared)
      others = await openAcceptors(fastify.server, host, acceptors - 1)
    } else await fastify.listen({ host, port })
  } catch (error) {
    await fastify.close()
    throw describeListenError(error, host, port)
  }
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= closeWithin(fastify, closeTimeoutMs, connections, others)
    return closed
  }
  // A TCP server has an address object; only pipes have a string.
  return { url: urlOf(host, (fastify.server.address() as AddressInfo).port), close }
}

async function closeWithin(
  fastify: FastifyInstance,
  timeoutMs: number,
  { withoutRequest }: Connections,
  acceptors: Acceptors,
): Promise<void> {
  const cutOff = setTimeout(() => {
    fastify.server.closeAllConnections()
    for (const client of fastify.websocketServer.clients) client.terminate()
  }, timeoutMs)
  // Node ends the connections that are idle now; those that fall idle with their last answer are left to us.
  const release = setInterval(() => {
    fastify.server.closeIdleConnections()
    // Browsers open some ahead of need, which Node takes for busy ones.
    for (const socket of withoutRequest()) socket.destroy()
  }, RELEASE_MS)
  const accepted = acceptors.close()
  try {
    await fastify.close()
    await accepted
    // An answer that was cut off learns it at the end of a turn of the event loop, when libuv closes its socket. The
    // app below must not be closed before that.
    await nextTurn()
    await nextTurn()
  } finally {
    clearInterval(release)
    clearTimeout(cutOff)
  }
}

function urlOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function describeListenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new AppError(
      'server/port-busy',
      `Port ${port} on ${host} is in use by another program, perhaps by another Griot. Stop that one, or choose another port (--port or GRIOT_PORT).`,
      error,
    )
  if (code === 'EACCES')
    return new AppError(
      'server/cannot-listen',
      `This account may not use port ${port}. Choose one above 1023 (--port or GRIOT_PORT).`,
      error,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new AppError(
      'server/cannot-listen',
      `${host} is not an address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for its whole network (--host).`,
      error,
    )
  return error
}

/** Answers on the bare socket where a request is not HTTP, or stopped half-way. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, detail] = UNREADABLE[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is not a readable HTTP request.',
  ]
  const body = JSON.stringify({ detail })
  // A caller that says nothing closes nothing either.
  const cutOff = setTimeout(() => socket.destroy(), LAST_WORD_MS).unref()
  socket.once('close', () => clearTimeout(cutOff))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const UNREADABLE: Readonly<Record<string, readonly [string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', BODY_TIMEOUT],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request headers are larger than 16 kB.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    '413 Content Too Large',
    'The chunk extensions of the body are too large.',
  ],
}
