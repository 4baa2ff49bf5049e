import { z } from 'zod'
import type { App } from '#app/app.ts'
import type { Api } from '#server/http/operation.ts'

const HealthAnswer = z.object({
  status: z.enum(['starting', 'ready', 'degraded', 'restarting', 'failed']),
  step: z.string().meta({ description: 'The current step, or the reason of a failure.' }),
})

const AliveAnswer = z.object({ status: z.literal('alive') })

/**
 * GET /health: answers at once, to anyone; 200 only when a text can be spoken now. GET /health/live: 200 as long as the process answers at all, for
 * those who would start it again otherwise.
 */
export function addHealth({ add }: Api, app: App): void {
  const content = { 'application/json': HealthAnswer }
  add(
    {
      method: 'GET',
      path: '/health',
      id: 'getHealth',
      tag: 'service',
      summary: 'Check whether a text can be spoken now',
      description: 'Answers at once, to anyone; `status` and `step` say what is going on.',
      scope: undefined,
      responses: {
        200: {
          description:
            'Ready: a real word was synthesized. With `degraded`, the disk is full: whatever is signed or stored is refused with 507, and only formats that are neither can be spoken.',
          content,
        },
        503: {
          description: 'Not ready; `step` says what is happening.',
          content,
          headers: { 'Retry-After': 'Seconds to wait before the next attempt.' },
        },
      },
    },
    async ({ reply }) => {
      const { state, step } = app.health()
      const body: z.infer<typeof HealthAnswer> = { status: state, step }
      if (state !== 'ready' && state !== 'degraded') reply.code(503).header('retry-after', '1')
      return reply.header('cache-control', 'no-store').send(body)
    },
  )
  add(
    {
      method: 'GET',
      path: '/health/live',
      id: 'getLiveness',
      tag: 'service',
      summary: 'Check whether the process answers',
      description:
        'Says nothing about what it waits for: a process that cannot speak because a store is gone is not helped by a new start.',
      scope: undefined,
      responses: {
        200: { description: 'It answers.', content: { 'application/json': AliveAnswer } },
      },
    },
    async ({ reply }) =>
      reply.header('cache-control', 'no-store').send({ status: 'alive' } as const),
  )
}
