import type { FastifyReply, FastifyRequest } from 'fastify'
import { baseUrlOf } from '#server/http/base-url.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Browsers look for `localhost` at two addresses, 127.0.0.1 and ::1, of which another program may have the one that Griot
 * does not listen on, with the same origin and its storage. So nobody is signed in there.
 */
function isAtLocalhost({ headers }: FastifyRequest): boolean {
  return /^localhost(:\d+)?$/i.test(headers.host ?? '')
}

/** The request's address with an IP address for `localhost`. Browsers keep the part behind a `#`. */
function numberedAddress(request: FastifyRequest): string {
  const host = request.socket.localAddress === '::1' ? '[::1]' : '127.0.0.1'
  return baseUrlOf(request).replace(/\/\/localhost/i, `//${host}`)
}

/** A hook that sends the pages of the studio from `localhost` to the address by number. */
export async function leaveLocalhost(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!isAtLocalhost(request)) return undefined
  return reply.header('cache-control', 'no-store').redirect(numberedAddress(request) + request.url)
}

/** A hook that lets nobody sign in, or use the studio, at `localhost`. */
export async function refuseLocalhost(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!isAtLocalhost(request)) return undefined
  return refuse(
    reply,
    403,
    `The studio does not open at localhost, because another program may answer to that name as well. Open ${numberedAddress(request)} instead.`,
  )
}
