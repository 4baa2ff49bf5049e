import type { Api } from '#server/http/operation.ts'
import { addDocs } from './docs.ts'
import { openApiDocument } from './document.ts'

/** GET /openapi.json and /docs. Call after every operation has been added. */
export function addOpenApi({ fastify, operations }: Api): void {
  const document = openApiDocument(operations)
  addDocs(fastify, document)
  fastify.get('/openapi.json', async (_request, reply) => reply.send(document))
}
