import { randomBytes } from 'node:crypto'
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

/** The slowest line over which a listener is waited for, in bytes per millisecond: 1 kB/s. */
const SLOWEST_LINE = 1

export interface UnresponsiveOptions {
  /** Time between two questions, in which the answer has to come, in milliseconds. */
  readonly intervalMs: number
  /** Bytes sent so far: the answer comes behind what is on its way, which takes its time over a slow line. Left out: little is sent. */
  readonly bytesSent?: () => number
  /** The longest wait for an answer however much is on its way, in milliseconds. */
  readonly mostMs?: number
}

/** Ends a connection whose other end went away without saying so (sleep, a pulled cable), or takes nothing more. */
export function terminateWhenUnresponsive(
  socket: WebSocket,
  { intervalMs, bytesSent = () => 0, mostMs = intervalMs }: UnresponsiveOptions,
): () => void {
  let waitUntil: number | undefined
  let [taken, asked] = [0, 0]
  socket.on('pong', () => {
    taken = asked
    waitUntil = undefined
  })
  const timer = setInterval(() => {
    // We do not read now, and so hear no answer either.
    if (socket.isPaused) waitUntil = undefined
    if (waitUntil !== undefined && performance.now() >= waitUntil) return socket.terminate()
    if (waitUntil !== undefined) return undefined
    asked = bytesSent()
    // The next turn of this timer is what looks whether the time is over.
    const most = Math.min(mostMs, intervalMs + (asked - taken) / SLOWEST_LINE)
    waitUntil = performance.now() + most - intervalMs / 2
    return socket.ping()
  }, intervalMs)
  return () => clearInterval(timer)
}

/** Resolves when the other end has taken all that was sent so far, or the connection is gone. */
export async function whenTaken(socket: WebSocket): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  const mark = randomBytes(8)
  const { promise, resolve } = Promise.withResolvers<void>()
  const onPong = (data: Buffer): void => {
    if (data.equals(mark)) resolve()
  }
  socket.on('pong', onPong).once('close', resolve)
  socket.ping(mark)
  await promise
  socket.off('pong', onPong).off('close', resolve)
}

/** Says goodbye to every connection when the server closes. Call after whatever has a last word to say there. */
export function closeSocketsAtEnd(fastify: FastifyInstance): void {
  fastify.addHook('preClose', async () => {
    for (const client of fastify.websocketServer.clients)
      client.close(CLOSE.goingAway, 'Griot is shutting down.')
    fastify.websocketServer.close()
  })
}
