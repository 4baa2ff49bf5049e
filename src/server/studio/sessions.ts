import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browsers } from '#core/library/browsers.ts'
import { refuse } from '#server/http/errors.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Who is signed in to the studio in a browser. Whom a link signed in stays so over a restart; whom a key signed in
 * shows it again, because a key is kept nowhere.
 */
export interface Sessions {
  /** A new one-time token of 256 bits for a link. */
  offer(): string
  /** Uses up a token; true if it was one. */
  redeem(token: string): boolean
  /** Signs the browser in: sets its cookie. A session that a key opened lasts no longer than that key. */
  begin(request: FastifyRequest, reply: FastifyReply, key?: string): void
  has(request: FastifyRequest): Promise<boolean>
  /** A hook that lets only signed-in browsers pass. */
  require(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>
}

/** The oldest is forgotten when there are more: nobody has that many browsers. */
const MOST = 100

/** `opens`: whether a key opens the studio now. `browsers`: whom the last start signed in. */
export function createSessions(
  opens: (key: string) => Promise<boolean>,
  browsers: Browsers,
): Sessions {
  const tokens = new Map<string, undefined>()
  const sessions = new Map<string, string | undefined>()
  const has = async (request: FastifyRequest): Promise<boolean> => {
    const id = hashed(cookieOf(request) ?? '')
    if (!sessions.has(id) && browsers.knows(id)) sessions.set(id, undefined)
    if (!sessions.has(id)) return false
    const key = sessions.get(id)
    if (key === undefined) remembered(browsers, id)
    if (key === undefined || (await opens(key))) return true
    sessions.delete(id)
    return false
  }
  return {
    offer: () => remember(tokens, undefined),
    redeem: (token) => tokens.delete(hashed(token)),
    begin: (request, reply, key) => {
      const id = remember(sessions, key)
      if (key === undefined) remembered(browsers, hashed(id))
      reply.header('set-cookie', `${nameOf(request)}=${id}; Path=/; HttpOnly; SameSite=Strict`)
    },
    has,
    require: async (request, reply) =>
      (await has(request))
        ? undefined
        : refuse(
            reply.header('www-authenticate', 'Bearer'),
            401,
            'This browser is not signed in. Open the link that Griot printed in the terminal.',
          ),
  }
}

/** On a disk that takes nothing the studio opens all the same; the next start asks for a new link then. */
function remembered(browsers: Browsers, hash: string): void {
  try {
    browsers.seen(hash)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Only hashes are looked up, so that the time a look-up takes says nothing about a secret. */
function remember<T>(secrets: Map<string, T>, value: T): string {
  const secret = randomBytes(32).toString('base64url')
  secrets.set(hashed(secret), value)
  const [oldest] = secrets.keys()
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
