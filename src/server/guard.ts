import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clip, refuse } from './errors.ts'

export interface GuardOptions {
  /** The address the server listens on. */
  readonly host: string
  /** Host names that are answered besides this machine's own, without port. */
  readonly allowedHosts: readonly string[]
  /** Web origins (`https://example.org`) whose pages may call the API. */
  readonly allowedOrigins: readonly string[]
}

/**
 * The first thing every request meets. A Host that is not ours is refused: a name that an attacker's DNS points here
 * ("DNS rebinding") is told apart by nothing else. A browser page may call only from this very server or from a
 * listed origin.
 */
export function guardRequests(fastify: FastifyInstance, options: GuardOptions): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isAllowedHost(request, options)) return refuseHost(request, reply)
    const { origin } = request.headers
    if (origin === undefined || isSameOrigin(request)) return
    if (origin === 'null' || !options.allowedOrigins.includes(origin))
      return refuseOrigin(origin, reply)
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

function isAllowedHost(request: FastifyRequest, { host, allowedHosts }: GuardOptions): boolean {
  const [given, ...more] = request.raw.headersDistinct['host'] ?? []
  if (given === undefined || more.length > 0) return false
  const name = nameOf(given)
  if (name === undefined) return false
  if (LOOPBACK.has(name) || name === host.toLowerCase()) return true
  if (allowedHosts.some((allowed) => allowed.toLowerCase() === name)) return true
  // Rebinding needs a name. A server that was opened to the network is called by whatever address it has there.
  return !LOOPBACK.has(host) && isIP(name) !== 0
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1'])

/** `Example.org:8080` to `example.org`, `[::1]:8080` to `::1`; undefined for what is no host. */
function nameOf(host: string): string | undefined {
  const match = /^(?:\[([\da-f:.]+)\]|([^\s:/@[\]]+))(?::\d{1,5})?$/i.exec(host)
  return (match?.[1] ?? match?.[2])?.toLowerCase()
}

function refuseHost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { localPort } = request.socket
  return refuse(
    reply,
    403,
    `This server does not answer to the host ${clip(request.headers.host ?? '')}. Call it as http://127.0.0.1:${localPort}, or start Griot with that host name allowed.`,
  )
}

function refuseOrigin(origin: string, reply: FastifyReply): FastifyReply {
  return refuse(
    reply,
    403,
    `Pages of the origin ${clip(origin)} may not call this server. Start Griot with that origin allowed if it is yours.`,
  )
}

function allowOrigin(request: FastifyRequest, reply: FastifyReply, origin: string): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'content-disposition, content-location, x-request-id, www-authenticate',
    vary: 'Origin',
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
