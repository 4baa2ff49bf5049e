import { isUtf8 } from 'node:buffer'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Caller } from '#app/access/caller.ts'
import { requireAccess } from './caller-access.ts'
import type { Connections } from './connections.ts'
import { refuse } from './errors.ts'
import type { Authenticate } from './failed-auth-throttle.ts'
import type { Operation } from './operation.ts'
import type { CountRequest } from './rate-limit.ts'

export interface Admission {
  readonly authenticate: Authenticate
  /** Left out: a token may ask as often as it likes. */
  readonly countRequest?: CountRequest | undefined
  readonly connections: Pick<Connections, 'use'>
  /** Whether anyone may list voices and models, as operations that are `discovery` do. */
  readonly isDiscoveryOpen: () => boolean
}

/** Makes the hook of an operation that admits only callers whose bearer token allows it, before their body is read. */
export function admitWith(
  admission: Admission,
): (operation: Pick<Operation, 'scope' | 'guests' | 'discovery'>) => onRequestAsyncHookHandler {
  return ({ scope, guests = false, discovery = false }) =>
    async (request, reply) => {
      const token = bearerToken(request)
      if (token === undefined && discovery && admission.isDiscoveryOpen()) return undefined
      if (token === undefined)
        return refuse(
          reply.header('www-authenticate', 'Bearer'),
          401,
          'Send your API key in the header "Authorization: Bearer <key>".',
        )
      const caller = await identify(admission, token, request)
      requireAccess(caller, { scope, guests })
      return undefined
    }
}

/** Authenticates the caller and counts the request. Throws TooManyRequests. */
async function identify(
  { authenticate, countRequest, connections }: Admission,
  token: string,
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await authenticate(token, request.ip)
  request.caller = caller
  await countRequest?.(caller.tokenId)
  connections.use(request.raw.socket, caller)
  return caller
}

/** The scheme counts in any letter case; the token is all that follows, spaces within it included. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const token = /^[ \t]*bearer +(\S.*?)[ \t]*$/i.exec(headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : fromHeader(token)
}

/** Node reads each byte of a header as one character. A key in another script than ours is sent in UTF-8. */
function fromHeader(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : text
}
