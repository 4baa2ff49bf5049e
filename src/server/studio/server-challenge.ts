import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '#server/http/errors.ts'
import { isSameOrigin } from '#server/http/host-and-origin.ts'
import { networkPrefix } from '#server/http/network-prefix.ts'
import { limitRequests } from '#server/http/rate-limit.ts'
import type { Sessions } from './sessions.ts'

const LIMIT_BYTES = 1_024
/** Questions after browsers that are not known, from one network in a minute. Those that are known are always answered. */
const MAX_WRONG = 600

const Question = z.strictObject({
  browser: z.string().regex(/^[\w-]{43}$/),
  nonce: z.string().regex(/^[\w-]{43}$/),
})

/**
 * POST /studio/prove: the page asks whether this is the server that signed it in, before it sends anything else, and gets a
 * challenge, which it signs to be let in once. A program that has taken over the address of a Griot has no key to prove itself
 * with, and a Griot at another address does not know the browser.
 */
export function addServerChallenge(
  fastify: FastifyInstance,
  sessions: Pick<Sessions, 'challenge'>,
  nowMs: () => number,
): void {
  const countWrong = limitRequests(MAX_WRONG, nowMs)
  fastify.post('/studio/prove', { bodyLimit: LIMIT_BYTES }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isSameOrigin(request))
      return refuse(reply, 403, 'Only the page of the studio itself may ask here.')
    const question = Question.safeParse(request.body)
    if (!question.success) return refuse(reply, 400, 'Send {"browser": …, "nonce": …}.')
    const { browser, nonce } = question.data
    const challenge = await sessions.challenge(request, browser, nonce)
    if (challenge) return reply.send(challenge)
    countWrong(networkPrefix(request.ip))
    const words = 'This browser is not signed in here.'
    return refuse(reply.header('www-authenticate', 'Bearer'), 401, words)
  })
}
