import { z } from 'zod'
import type { Metrics } from '#server/http/metrics.ts'
import type { Api } from '#server/http/operation.ts'

/** GET /metrics: what the server measures of itself, for Prometheus. */
export function addMetrics({ add }: Api, metrics: Metrics): void {
  add(
    {
      method: 'GET',
      path: '/metrics',
      id: 'getMetrics',
      tag: 'service',
      summary: 'Read what the server measures of itself',
      description:
        'In the text format of Prometheus: requests by operation and status, times until the first byte and until the end, speech by engine and language, the queue of texts, memory. Neither texts, names, tokens nor addresses are in it.',
      scope: 'admin',
      responses: {
        200: {
          description: 'The measures.',
          content: { 'text/plain': z.string() },
        },
      },
    },
    async ({ reply }) =>
      reply
        .header('cache-control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.text()),
  )
}
