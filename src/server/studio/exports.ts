import { randomBytes } from 'node:crypto'
import { basename, dirname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import { refuse } from '#server/http/errors.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { hashSecret, type Sessions } from './sessions.ts'

/** A browser that downloads sends no token, so the address of a download holds a ticket, for this long and for once. */
const TICKET_MS = 60_000

interface Ticket {
  readonly exportId: string
  /** The browser that asked for it. */
  readonly browser: string
  readonly madeAt: number
}

/**
 * GET /studio/exports/:id: a finished export as a download, for the signed-in studio; POST /studio/exports/:id/ticket: the
 * address at which a browser that is signed in may download it. Whoever is signed out gets no more of it.
 */
export function addExports(
  fastify: FastifyInstance,
  app: App,
  sessions: Sessions,
  nowMs: () => number,
): void {
  const tickets = new Map<string, Ticket>()
  const allowed = { onRequest: sessions.require }
  fastify.post('/studio/exports/:id/ticket', allowed, async (request, reply) => {
    const exportId = idOf(request)
    if (!(await app.exports.find(exportId))) return refuseUnknown(reply)
    const madeAt = nowMs()
    for (const [hash, ticket] of tickets)
      if (madeAt - ticket.madeAt >= TICKET_MS) tickets.delete(hash)
    const secret = randomBytes(32).toString('base64url')
    tickets.set(hashSecret(secret), { exportId, browser: sessions.idOf(request), madeAt })
    return reply
      .header('cache-control', 'no-store')
      .send({ url: `/studio/exports/${exportId}?ticket=${secret}` })
  })

  /** Uses the ticket up; returns which browser it was made for. */
  const takeTicket = (request: FastifyRequest): string | undefined => {
    const { ticket: secret } = request.query as Record<string, unknown>
    const hash = hashSecret(String(secret))
    const ticket = tickets.get(hash)
    if (ticket?.exportId !== idOf(request)) return undefined
    // Asking for the headers only is no download.
    if (request.method === 'GET') tickets.delete(hash)
    return nowMs() - ticket.madeAt < TICKET_MS ? ticket.browser : undefined
  }

  fastify.get('/studio/exports/:id', async (request, reply) => {
    const ticketHolder = takeTicket(request)
    const isTicketValid = ticketHolder !== undefined && (await sessions.has(ticketHolder))
    if (!isTicketValid && !(await sessions.admits(request))) return sessions.require(request, reply)
    const browser = isTicketValid ? ticketHolder : sessions.idOf(request)
    const found = await app.exports.find(idOf(request))
    if (!found) return refuseUnknown(reply)
    const forget = sessions.whileSignedIn(browser, () => reply.raw.destroy())
    reply.raw.once('close', forget)
    reply.headers({
      'content-disposition': contentDisposition('attachment', found.fileName),
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    if (found.path === undefined) {
      reply.type('application/octet-stream')
      return sendBlob(request, reply, found.served)
    }
    return reply.sendFile(basename(found.path), dirname(found.path), { cacheControl: false })
  })
}

function idOf({ params }: FastifyRequest): string {
  const { id } = params as Record<string, unknown>
  return String(id)
}

function refuseUnknown(reply: FastifyReply): FastifyReply {
  return refuse(reply, 404, 'This export is unknown or has expired. Export the script again.')
}
