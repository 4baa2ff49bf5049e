import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '#server/http/errors.ts'
import { isSameOrigin } from '#server/http/host-and-origin.ts'
import { networkPrefix } from '#server/http/network-prefix.ts'
import { limitRequests } from '#server/http/rate-limit.ts'
import type { Sessions } from './sessions.ts'

const LIMIT_BYTES = 1_024
/** Questions after browsers that are not known, from one network in a minute. Those that are known are always answered. */
const MAX_WRONG = 600

const Challenge = z.strictObject({
  id: z.string().length(44),
  nonce: z.string().regex(/^[\w-]{43}$/),
})

/** The address of this server at which a request came in, as the server itself sees it: no caller can tell it another. */
export function ownAddressOf({ socket }: FastifyRequest): string {
  return `${socket.localAddress} ${socket.localPort}`
}

/**
 * POST /studio/prove: the page asks whether this is the server that signed it in, before it shows its secret. Whoever has
 * taken over the address of a Griot does not know the hash of the secret, and another Griot answers for its own address.
 */
export function addServerChallenge(
  fastify: FastifyInstance,
  sessions: Pick<Sessions, 'hashById'>,
  nowMs: () => number,
): void {
  const countWrong = limitRequests(MAX_WRONG, nowMs)
  fastify.post('/studio/prove', { bodyLimit: LIMIT_BYTES }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isSameOrigin(request))
      return refuse(reply, 403, 'Only the page of the studio itself may ask here.')
    const asked = Challenge.safeParse(request.body)
    if (!asked.success) return refuse(reply, 400, 'Send {"id": …, "nonce": …}.')
    const { id, nonce } = asked.data
    const hash = await sessions.hashById(id)
    if (hash === undefined) {
      countWrong(networkPrefix(request.ip))
      const words = 'This browser is not signed in here.'
      return refuse(reply.header('www-authenticate', 'Bearer'), 401, words)
    }
    const proof = createHmac('sha256', hash).update(`${nonce} ${ownAddressOf(request)}`)
    return reply.send({ proof: proof.digest('base64') })
  })
}
