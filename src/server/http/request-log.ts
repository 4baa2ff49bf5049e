import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Log levels: nothing, 5xx, 4xx and worse, every request, every request with the caller's address. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One request, as one line of JSON. Neither text, token, header, query nor body is ever in it. */
export interface RequestEntry {
  readonly time: string
  readonly level: 'error' | 'warn' | 'info'
  readonly method: string
  readonly path: string
  /** 499: the caller went away before there was one. */
  readonly status: number
  readonly duration_ms: number
  readonly request_id: string
  /** Id of the trace that it belongs to. */
  readonly trace_id?: string
  /** Name of the token. */
  readonly token?: string
  /** The answer ended before it was whole. */
  readonly cut?: true
  /** Address of the caller, at level debug alone. */
  readonly address?: string
}

const GONE = 499
const SWITCHED = 101
const LONGEST_PATH = 300
const MASK = '***'

/** Has every request written when its answer is over, whatever came of it. Call before all other rules. */
export function logRequests(fastify: FastifyInstance, watch: Watch): void {
  fastify.addHook('onRequest', async (request, reply) => watch(request, reply))
}

/** Has one request written when its answer is over. */
export type Watch = (request: FastifyRequest, reply: FastifyReply) => void

/** Watch that gives `write` the entry of each request whose level is `level` or graver. */
export function watchWith(level: LogLevel, write: (entry: RequestEntry) => void): Watch {
  const least = LOG_LEVELS.indexOf(level)
  return (request, reply) => {
    const startedAt = performance.now()
    // A connection that is gone does not know any more where it came from.
    const { ip: address } = request
    reply.raw.once('close', () => {
      const entry = entryOf(request, reply, performance.now() - startedAt)
      if (LOG_LEVELS.indexOf(entry.level) > least) return
      write(level === 'debug' ? { ...entry, address } : entry)
    })
  }
}

function entryOf(request: FastifyRequest, { raw }: FastifyReply, tookMs: number): RequestEntry {
  // A WebSocket's handshake is answered past this response.
  const isSocket = request.ws && !raw.headersSent
  const isCut = !isSocket && !raw.writableFinished
  const status = isSocket ? SWITCHED : raw.headersSent ? raw.statusCode : GONE
  const { caller } = request
  return {
    time: new Date().toISOString(),
    level: status >= 500 ? 'error' : status >= 400 || isCut ? 'warn' : 'info',
    method: request.method,
    path: loggedPath(request),
    status,
    duration_ms: Math.round(tookMs * 10) / 10,
    request_id: request.id,
    ...(request.traceId === undefined ? {} : { trace_id: request.traceId }),
    ...(caller ? { token: caller.tokenName } : {}),
    ...(isCut ? { cut: true } : {}),
  }
}

/**
 * The path without its query. Where no bearer token is asked for, the path itself is what lets a caller in (playlists,
 * signed files, exports): there its parameters are masked. So is whatever looks like a secret in a path that is unknown.
 */
function loggedPath(request: FastifyRequest): string {
  const { url: route, config } = request.routeOptions
  // Through a proxy, a whole address may stand there, with a password in it (RFC 9112, section 3.2.2).
  const [path = ''] = request.url.replace(/^\w+:\/\/[^/?#]*/, '').split(/[?#]/)
  if (request.is404 || route === undefined) return clip(path.replace(/[^/]{20,}/g, MASK))
  if (config?.operation?.scope !== undefined) return clip(path)
  return clip(route.replace(/(?<!:):(?!:)\w+|\*/g, MASK).replaceAll('::', ':'))
}

function clip(path: string): string {
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path
}
