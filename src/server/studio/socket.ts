import { encode } from '@msgpack/msgpack'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { App } from '#app/app.ts'
import { refuse } from '#server/http/errors.ts'
import { isSameOrigin } from '#server/http/host-and-origin.ts'
import { RECHECK_MS } from '#server/http/token-watch.ts'
import { CLOSE, readSubprotocolToken, terminateWhenUnresponsive } from '#server/http/web-socket.ts'
import type { Channel } from '#shared/channel.ts'
import { serveChannel } from '#shared/channel-server.ts'
import { isTransient } from '#storage/db/busy-retry.ts'
import { decodeMessage, NO_EXTENSIONS } from './message-pack.ts'
import type { Sessions } from './sessions.ts'

/** The largest message a studio may send. */
export const MESSAGE_LIMIT_BYTES = 4 * 1024 * 1024
/** Speech waits for its studio, so this much unread is one that asks and never listens. */
const BACKLOG_LIMIT_BYTES = 64 * 1024 * 1024
/** Time for a signed-out studio to close its socket, in milliseconds. */
const GOODBYE_MS = 1_000

export interface SocketOptions {
  readonly onBug: (error: unknown, requestId: string) => void
  /** Interval of pings to a quiet studio, in milliseconds. */
  readonly pingIntervalMs: number
}

/**
 * GET /studio/socket: the contract of shared/api.ts over a WebSocket, one MessagePack value per binary frame. The page shows
 * its answer to a challenge as the subprotocol `bearer.…` beside `griot.v1`.
 */
export function addSocket(
  fastify: FastifyInstance,
  app: App,
  sessions: Sessions,
  { onBug, pingIntervalMs }: SocketOptions,
): void {
  fastify.route({
    method: 'GET',
    url: '/studio/socket',
    // Browsers put no limit on who may open a WebSocket to us: the Origin is all there is.
    onRequest: [
      async (request, reply) =>
        request.ws && !isSameOrigin(request)
          ? refuse(reply, 403, 'Only the studio itself may open this socket.')
          : undefined,
      readSubprotocolToken,
      sessions.require,
    ],
    handler: async (_request, reply) =>
      refuse(
        reply.header('upgrade', 'websocket'),
        426,
        'This address accepts WebSocket connections only.',
      ),
    wsHandler: (socket, request) => {
      const channel = channelOf(socket)
      const browser = sessions.idOf(request)
      const session = app.connect(
        (event, data) => channel.send({ event, data }),
        channel.drained,
        browser,
      )
      const stopPinging = terminateWhenUnresponsive(socket, { intervalMs: pingIntervalMs })
      // A window lives as long as its session; one that does not answer the goodbye is cut off.
      const forget = sessions.whileSignedIn(browser, () => {
        socket.close(CLOSE.policy, 'This browser is no longer signed in.')
        setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
      })
      const askAgain = (): Promise<boolean> => sessions.has(browser)
      const asking = setInterval(() => {
        askAgain().catch((error) => {
          // A library that does not answer now says nothing about the session.
          if (!isTransient(error)) onBug(error, request.id)
        })
      }, RECHECK_MS)
      socket.on('close', () => {
        stopPinging()
        clearInterval(asking)
        forget()
        session.close()
      })
      serveChannel(channel, session.handlers, (error) => onBug(error, request.id))
    },
  })
}

interface SocketChannel extends Channel {
  /** Resolves when everything sent so far has left this process, or the socket is gone. */
  drained(): Promise<void>
}

function channelOf(socket: WebSocket): SocketChannel {
  let lastSent = Promise.resolve()
  return {
    drained: () => lastSent,
    send: (message) => {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > BACKLOG_LIMIT_BYTES) return socket.terminate()
      const bytes = encode(message, { extensionCodec: NO_EXTENSIONS, ignoreUndefined: true })
      // A failure is the end of the socket, which says so itself.
      lastSent = new Promise((resolve) => socket.send(bytes, () => resolve()))
    },
    listen: (onMessage) => {
      socket.on('message', (data, isBinary) => {
        // Nothing is heard of a studio that was told goodbye.
        if (socket.readyState !== socket.OPEN) return
        if (!isBinary) return socket.close(CLOSE.notBinary, 'Send binary frames.')
        const message = decoded(data)
        if (message === undefined) socket.close(CLOSE.notReadable, 'This is not MessagePack.')
        else onMessage(message.value)
      })
    },
  }
}

function decoded(data: WebSocket.RawData): { readonly value: unknown } | undefined {
  try {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data)
    return { value: decodeMessage(bytes) }
  } catch {
    return undefined
  }
}
