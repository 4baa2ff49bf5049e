import type { FastifyInstance } from 'fastify'
import { refuse } from './errors.ts'

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const
type HttpMethod = (typeof METHODS)[number]

/**
 * Call before the routes are added; call what it returns after: every path then answers the methods it does not know
 * with 405 and the list of those it does, without reading a body.
 */
export function refuseOtherMethods(fastify: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>()
  fastify.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set()
    known.set(url, methods)
    for (const each of [method].flat()) methods.add(each)
  })
  return () => {
    for (const [url, methods] of [...known]) refuseOthers(fastify, url, new Set(methods))
  }
}

function refuseOthers(fastify: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  const allow = [...methods].sort().join(', ')
  const others: HttpMethod[] = METHODS.filter((method) => !methods.has(method))
  fastify.route({
    method: others,
    url,
    onRequest: async (request, reply) =>
      refuse(
        reply.header('allow', allow),
        405,
        `${request.method} does not work here. Use ${allow}.`,
      ),
    handler: async (_request, reply) => reply,
  })
}
