import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { App } from '#core/app.ts'

export const HealthAnswer = z.object({
  status: z.enum(['starting', 'ready', 'restarting', 'failed']),
  step: z.string().meta({ description: 'What is being done, or why it failed, in words.' }),
})

/** GET /health: answers at once, to anyone; 200 only when a text can be spoken now. */
export function addHealth(fastify: FastifyInstance, app: App): void {
  fastify.get('/health', async (_request, reply) => {
    const { state, step } = app.health()
    const body: z.infer<typeof HealthAnswer> = { status: state, step }
    if (state !== 'ready') reply.code(503).header('retry-after', '1')
    return reply.header('cache-control', 'no-store').send(body)
  })
}
