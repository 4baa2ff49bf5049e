import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { App } from '#core/app.ts'
import { disposition } from '#server/http/disposition.ts'
import { refuse } from '#server/http/errors.ts'
import type { Sessions } from './sessions.ts'

/** GET /studio/exports/:id: a finished export as a download, for the signed-in studio. */
export function addExports(fastify: FastifyInstance, app: App, sessions: Sessions): void {
  fastify.get('/studio/exports/:id', { onRequest: sessions.require }, async (request, reply) => {
    const { id } = request.params as Record<string, unknown>
    const found = app.exports.find(String(id))
    if (!found)
      return refuse(reply, 404, 'This export is unknown or has expired. Export the script again.')
    reply.headers({
      'content-disposition': disposition('attachment', found.fileName),
      'cache-control': 'private, no-store',
    })
    return reply.sendFile(basename(found.path), dirname(found.path), { cacheControl: false })
  })
}
