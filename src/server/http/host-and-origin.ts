import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppOrigins } from '#app/app-origins.ts'
import { hasNoOrigin, readAppOrigin, readOtherOrigin } from '#shared/app-origins.ts'
import { AppError } from '#shared/errors.ts'
import { clip, refuse } from './errors.ts'

export interface GuardOptions {
  /** The address the server listens on. */
  readonly host: string
  /** Host names that are answered besides this machine's own, on any port. */
  readonly allowedHosts: readonly string[]
  /** Web origins (`https://example.org`) whose pages may call the API. */
  readonly allowedOrigins: readonly string[]
  /** Extensions and apps that the owner is asked about. */
  readonly apps: Pick<AppOrigins, 'isAllowed' | 'ask'>
}

/**
 * The first thing every request meets. A Host that is not ours is refused: a name that an attacker's DNS points here
 * ("DNS rebinding") is told apart by nothing else. A browser page may call only from this very server or from a
 * listed origin; about an extension or an app of this computer, which no website can be, its owner is asked.
 */
export function guardHostAndOrigin(
  fastify: FastifyInstance,
  { host, allowedHosts, allowedOrigins, apps }: GuardOptions,
): void {
  const hosts = new Set([...LOOPBACK, ...[host, ...allowedHosts].map(readHost)])
  const origins = new Set(allowedOrigins.map(readOrigin))
  const isOpen = !LOOPBACK.has(host)
  fastify.addHook('onRequest', async (request, reply) => {
    // Also what is asked for without an Origin, so that no cache gives that answer to a page that needs the other one.
    reply.header('vary', 'Origin')
    if (!isOurs(request, hosts, isOpen)) return refuseHost(request, reply)
    const { origin } = request.headers
    if (origin === undefined || isSameOrigin(request)) return
    if (!origins.has(readAppOrigin(origin) ?? origin) && !apps.isAllowed(origin))
      return refuseOrigin(request, reply, apps)
    allowOrigin(request, reply, origin)
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'])
      return allowPreflight(request, reply)
  })
}

/** A page of this very server (scheme aside: a proxy may add TLS). Meaningful only behind the check of the Host. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  return origin === `http://${host}` || origin === `https://${host}`
}

function isOurs(request: FastifyRequest, hosts: ReadonlySet<string>, isOpen: boolean): boolean {
  const [given = '', ...more] = request.raw.headersDistinct['host'] ?? []
  const name = nameOf(given)
  if (name === undefined || more.length > 0) return false
  // A whole address in the first line counts before the Host (RFC 9112, section 3.2.2): two that differ are a trick.
  const asked = /^\w+:\/\/([^/?#]*)/.exec(request.url)?.[1]
  if (asked !== undefined && nameOf(asked) !== name) return false
  // Rebinding needs a name. A server that was opened to the network is called by whatever address it has there.
  return hosts.has(name) || (isOpen && isIP(name) !== 0)
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1'])

/** `Example.org:8080` to `example.org`, `[::1]:8080` to `::1`; undefined for what is no host. */
function nameOf(host: string): string | undefined {
  const match = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+))(?::\d{1,5})?$/i.exec(host)
  return (match?.[1] ?? match?.[2])?.toLowerCase()
}

function readHost(text: string): string {
  const name = isIP(text) === 0 ? nameOf(text) : text
  if (name !== undefined) return name
  throw new AppError(
    'request/invalid',
    `${clip(text)} is not a host name. Write it like "studio.example.org".`,
  )
}

/** An origin as browsers send it. `null`, which any page can make itself, is none. */
function readOrigin(text: string): string {
  const origin = URL.canParse(text) && !hasNoOrigin(text) ? new URL(text).origin : 'null'
  if (origin !== 'null') return origin
  const other = readOtherOrigin(text)
  if (other !== undefined) return other
  throw new AppError(
    'request/invalid',
    `${clip(text)} is not a web origin. Write it like "https://example.org", or that of an extension or an app like "chrome-extension://ID" or "app://obsidian.md", without a path.`,
  )
}

function refuseHost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { localPort } = request.socket
  return refuse(
    reply,
    403,
    `This server does not answer to the host ${clip(request.headers.host ?? '')}. Call it as http://127.0.0.1:${localPort}, or start Griot with that host name allowed.`,
  )
}

function refuseOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  apps: GuardOptions['apps'],
): FastifyReply {
  const { origin = '' } = request.headers
  if (isFromThisComputer(request) && apps.ask(origin))
    return refuse(
      reply,
      403,
      `${clip(origin)} may not call this server yet. The studio is asking you whether it may: answer there, then try again.`,
    )
  return refuse(
    reply,
    403,
    `Pages of the origin ${clip(origin)} may not call this server. Start Griot with that origin allowed if it is yours.`,
  )
}

/** Others of the network do not make the studio ask questions. */
function isFromThisComputer({ socket }: FastifyRequest): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

/** Response headers that pages of allowed origins may read, besides those that every browser shows (CORS). */
const EXPOSED = [
  'accept-ranges',
  'content-disposition',
  'content-location',
  'content-range',
  'etag',
  'idempotent-replayed',
  'link',
  'mcp-session-id',
  'retry-after',
  'www-authenticate',
  'x-provenance',
  'x-audio-bitrate',
  'x-instructions-used',
  'x-request-id',
  'x-should-retry',
  'x-transcription-provider',
  'x-translation-doubts',
  'x-translation-licence',
  'x-translation-provider',
  'x-translation-quality',
  'x-translation-source',
  'x-translation-style',
  'x-unspoken-words',
  'x-voice-fallback',
].join(', ')

function allowOrigin(request: FastifyRequest, reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
  })
  if (request.headers['access-control-request-private-network'] === 'true')
    reply.header('access-control-allow-private-network', 'true')
}

/** Any header may be asked for: the origin was listed by the person who runs this server. */
function allowPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = String(request.headers['access-control-request-headers'] ?? '')
  const headers = /^[\w\s,-]*$/.test(asked) && asked !== '' ? asked : 'authorization, content-type'
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
      'access-control-allow-headers': headers,
      'access-control-max-age': '600',
    })
    .send()
}
