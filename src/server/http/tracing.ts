import type { FastifyInstance, FastifyRequest } from 'fastify'
import { startSpan, type TraceContext } from '#telemetry/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the trace that this request belongs to; undefined where nothing is traced. */
    traceId: string | undefined
  }
}

/**
 * Traces every request from its head to the end of its answer, as part of its caller's trace where it names one (`traceparent`), and by the
 * semantic conventions of OpenTelemetry for HTTP. All that a request does is a part of its span. Call before any other hook.
 */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.decorateRequest('traceId')
  fastify.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    // The pattern alone: a path can hold what lets a caller in.
    const route = request.routeOptions.url
    const span = startSpan(route === undefined ? method : `${method} ${route}`, {
      kind: 'server',
      attributes: {
        'http.request.method': method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'griot.request_id': request.id,
      },
      parent: parentOf(request),
    })
    request.traceId = span.traceId
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw
      span.set({ 'http.response.status_code': statusCode })
      if (!writableFinished) span.event('cut off')
      span.end(statusCode >= 500 ? new Error(`status ${statusCode}`) : undefined)
    })
    span.within(done)
  })
}

function parentOf({ headers }: FastifyRequest): TraceContext | undefined {
  const { traceparent, tracestate } = headers
  if (typeof traceparent !== 'string') return undefined
  return { traceparent, ...(typeof tracestate === 'string' ? { tracestate } : {}) }
}
