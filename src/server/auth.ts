import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#core/app.ts'
import { refuse } from './errors.ts'

/** A hook that lets only callers with a known bearer token pass, before their body is read. */
export function requireKey(
  keys: App['keys'],
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    const token = tokenOf(request.headers.authorization)
    if (token !== undefined && keys.verify(token) !== undefined) return undefined
    const detail =
      token === undefined
        ? 'Send your API key in the header "Authorization: Bearer <key>".'
        : 'This API key is not known here. Check that it was copied whole.'
    return refuse(reply.header('www-authenticate', 'Bearer'), 401, detail)
  }
}

/** The scheme counts in any letter case; the token is all that follows, spaces within it included. */
function tokenOf(header: string | undefined): string | undefined {
  return /^bearer +(\S.*)$/i.exec(header?.trim() ?? '')?.[1]
}
