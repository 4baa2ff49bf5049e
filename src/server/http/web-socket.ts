import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { refuse } from './errors.ts'

/** Subprotocol of a connection whose client offers any. */
export const SUBPROTOCOL = 'griot.v1'
const BEARER = 'bearer.'

/** Close codes of RFC 6455, section 7.4.1. */
export const CLOSE = {
  done: 1000,
  goingAway: 1001,
  notBinary: 1003,
  notReadable: 1007,
  policy: 1008,
  tryLater: 1013,
} as const

/**
 * Browsers cannot send an Authorization header with a WebSocket: their token comes as the subprotocol
 * `bearer.<base64url of the token>` beside `griot.v1`. A header wins. The token is taken out of the list, which no one
 * may see again.
 */
export async function readSubprotocolToken({ headers }: FastifyRequest): Promise<void> {
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? []
  const hidden = offered.find((name) => name.startsWith(BEARER))
  if (hidden === undefined) return
  const others = offered.filter((name) => !name.startsWith(BEARER))
  if (others.length > 0) headers['sec-websocket-protocol'] = others.join(', ')
  else delete headers['sec-websocket-protocol']
  const token = Buffer.from(hidden.slice(BEARER.length), 'base64url').toString()
  // Control characters are in no header that a client can send.
  if (!/^\P{Cc}+$/u.test(token)) return
  // One character for each byte, as Node reads headers.
  headers.authorization ??= `Bearer ${Buffer.from(token).toString('latin1')}`
}

/** The subprotocol that a handshake is answered with. */
export function chooseProtocol(offered: ReadonlySet<string>): string | false {
  return offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false
}

/** An address that speaks no WebSocket says so, instead of opening one to nobody. Call before the routes are added. */
export function refuseHandshakes(fastify: FastifyInstance): void {
  const talking = new Set<string>()
  fastify.addHook('onRoute', ({ url, wsHandler }) => {
    if (wsHandler) talking.add(url)
  })
  fastify.addHook('onRequest', async (request, reply) =>
    request.ws && !talking.has(request.routeOptions.url ?? '')
      ? refuse(
          reply,
          400,
          'There is no WebSocket at this address. Send the request without "Upgrade: websocket".',
        )
      : undefined,
  )
}

/** Ends a connection whose other end went away without saying so (sleep, a pulled cable). */
export function terminateWhenUnresponsive(socket: WebSocket, intervalMs: number): () => void {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    // We do not read now, and so hear no answer either.
    if (socket.isPaused) answered = true
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, intervalMs)
  return () => clearInterval(timer)
}

/** Says goodbye to every connection when the server closes. Call after whatever has a last word to say there. */
export function closeSocketsAtEnd(fastify: FastifyInstance): void {
  fastify.addHook('preClose', async () => {
    for (const client of fastify.websocketServer.clients)
      client.close(CLOSE.goingAway, 'Griot is shutting down.')
    fastify.websocketServer.close()
  })
}
