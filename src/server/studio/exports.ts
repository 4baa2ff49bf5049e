import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { App } from '#core/app.ts'
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
      'content-disposition': attachment(found.fileName),
      'cache-control': 'private, no-store',
    })
    return reply.sendFile(basename(found.path), dirname(found.path), { cacheControl: false })
  })
}

/** A download under a name in any script, with an ASCII twin for old clients (RFC 6266, RFC 5987). */
function attachment(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
