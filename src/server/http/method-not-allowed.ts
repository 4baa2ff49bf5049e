import type { FastifyInstance } from 'fastify'
import { refuse } from './errors.ts'
import type { ErrorDialect } from './operation.ts'

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const
type HttpMethod = (typeof METHODS)[number]

/**
 * Call before the routes are added; call what it returns after: every path then answers the methods it does not know
 * with 405 and the list of those it does, without reading a body.
 */
export function answerMethodNotAllowed(fastify: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>()
  const dialects = new Map<string, ErrorDialect>()
  fastify.addHook('onRoute', ({ url, method, config }) => {
    const methods = known.get(url) ?? new Set()
    known.set(url, methods)
    for (const each of [method].flat()) methods.add(each)
    if (config?.operation?.dialect) dialects.set(url, config.operation.dialect)
  })
  return () => {
    for (const [url, methods] of [...known])
      refuseOthers(fastify, url, new Set(methods), dialects.get(url))
  }
}

function refuseOthers(
  fastify: FastifyInstance,
  url: string,
  methods: ReadonlySet<string>,
  dialect: ErrorDialect | undefined,
): void {
  const allow = [...methods].sort().join(', ')
  const others: HttpMethod[] = METHODS.filter((method) => !methods.has(method))
  fastify.route({
    method: others,
    url,
    config: dialect ? { dialect } : {},
    onRequest: async (request, reply) =>
      refuse(
        reply.header('allow', allow),
        405,
        `${request.method} does not work here. Use ${allow}.`,
      ),
    handler: async (_request, reply) => reply,
  })
}
