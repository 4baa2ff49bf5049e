import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#server/http/errors.ts'

/** Who is signed in to the studio in a browser. In memory: a restart signs everybody out. */
export interface Sessions {
  /** A new one-time token of 256 bits for a link. */
  offer(): string
  /** Uses up a token; true if it was one. */
  redeem(token: string): boolean
  /** Signs the browser in: sets its cookie. */
  begin(request: FastifyRequest, reply: FastifyReply): void
  has(request: FastifyRequest): boolean
  /** A hook that lets only signed-in browsers pass. */
  require(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
}

/** The oldest is forgotten when there are more: nobody has that many browsers. */
const MOST = 100

export function createSessions(): Sessions {
  const tokens = new Set<string>()
  const sessions = new Set<string>()
  const has = (request: FastifyRequest): boolean => {
    const id = cookieOf(request)
    return id !== undefined && sessions.has(hashed(id))
  }
  return {
    offer: () => remember(tokens),
    redeem: (token) => tokens.delete(hashed(token)),
    begin: (request, reply) => {
      const cookie = `${nameOf(request)}=${remember(sessions)}; Path=/; HttpOnly; SameSite=Strict`
      reply.header('set-cookie', cookie)
    },
    has,
    require: async (request, reply) =>
      has(request)
        ? undefined
        : refuse(
            reply.header('www-authenticate', 'Bearer'),
            401,
            'This browser is not signed in. Open the link that Griot printed in the terminal.',
          ),
  }
}

/** Only hashes are looked up, so that the time a look-up takes says nothing about a secret. */
function remember(secrets: Set<string>): string {
  const secret = randomBytes(32).toString('base64url')
  secrets.add(hashed(secret))
  const [oldest] = secrets
  if (secrets.size > MOST && oldest !== undefined) secrets.delete(oldest)
  return secret
}

function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}

/** Cookies are shared by all ports of a host, so that each port needs a name of its own. */
function nameOf(request: FastifyRequest): string {
  return `griot-session-${request.socket.localPort}`
}

function cookieOf(request: FastifyRequest): string | undefined {
  const start = `${nameOf(request)}=`
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length)
}
