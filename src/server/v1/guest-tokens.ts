import { z } from 'zod'
import type { App } from '#app/app.ts'
import { type Api, callerOf } from '#server/http/operation.ts'
import { GUEST_TTL } from '#shared/access.ts'

const Order = z
  .object(
    {
      ttl_seconds: seconds('ttl_seconds').meta({
        description: 'For how long it works, in seconds.',
        default: GUEST_TTL.usual,
      }),
      ttl: seconds('ttl').meta({
        description: 'The same under a shorter name; `ttl_seconds` counts first.',
      }),
    },
    { error: 'Send a JSON object, such as {"ttl_seconds": 900}, or no body.' },
  )
  .optional()

/** An optional time for which a token works. */
function seconds(name: string) {
  const error = `${name} must be a whole number from ${GUEST_TTL.min} to ${GUEST_TTL.max}.`
  return z
    .number({ error })
    .int({ error })
    .min(GUEST_TTL.min, { error })
    .max(GUEST_TTL.max, { error })
    .nullish()
}

const GuestToken = z
  .object({
    token: z.string().meta({ description: 'Shown in this answer and never again.' }),
    expires_at: z.iso.datetime(),
    request_id: z.uuid(),
  })
  .meta({ id: 'GuestToken' })

/** POST /v1/guest-tokens: a token to give away, for a while and for little. */
export function addGuestTokens({ add }: Api, app: App): void {
  add(
    {
      method: 'POST',
      path: '/v1/guest-tokens',
      id: 'createGuestToken',
      summary: 'Make a guest token',
      description:
        'For a web page or a program that you do not trust with a key: it may speak with the system voices and work on texts, and may store nothing. Use it in place of a key.',
      scope: 'admin',
      body: Order,
      responses: {
        201: { description: 'The token.', content: { 'application/json': GuestToken } },
      },
    },
    async ({ body, request, reply }) => {
      const ttlSeconds = body?.ttl_seconds ?? body?.ttl ?? GUEST_TTL.usual
      const { account } = callerOf(request)
      const { token, record } = await app.retryWhileBusy(() =>
        app.access.guests.create(account, ttlSeconds),
      )
      const answer: z.infer<typeof GuestToken> = {
        token,
        expires_at: String(record.expiresAt),
        request_id: request.id,
      }
      return reply.code(201).header('cache-control', 'no-store').send(answer)
    },
  )
}
