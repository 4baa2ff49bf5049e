import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Access } from '#core/access/access.ts'
import { AppError } from '#shared/errors.ts'
import { refuse } from './errors.ts'
import type { Operation } from './operation.ts'

/** For each operation the hook that lets only callers pass whose bearer token allows it, before their body is read. */
export function admitWith(access: Access): (operation: Operation) => onRequestAsyncHookHandler {
  return ({ scope, guests = false }) =>
    async (request, reply) => {
      const token = bearerToken(request)
      if (token === undefined)
        return refuse(
          reply.header('www-authenticate', 'Bearer'),
          401,
          'Send your API key in the header "Authorization: Bearer <key>".',
        )
      const caller = await access.authenticate(token)
      request.caller = caller
      if (caller.kind === 'guest' && !guests)
        throw new AppError(
          'access/forbidden',
          'A guest token may speak with system voices and work on texts, nothing else. Use an API key.',
        )
      if (scope && !caller.scopes.has(scope))
        throw new AppError(
          'access/forbidden',
          `This token may not do that: it lacks the scope "${scope}". Use a key that has it.`,
        )
      return undefined
    }
}

/** The scheme counts in any letter case; the token is all that follows, spaces within it included. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +(\S.*)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1]
}
