import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { AppError } from '#shared/errors.ts'
import { serveConnection } from './connection.ts'
import { encodeEvent } from './events.ts'
import type { WyomingProgram } from './session.ts'

/** Clients at once. Home Assistant opens a connection for each text. */
export const MOST_CONNECTIONS = 64
/** After which time a client that neither sends nor takes anything is given up, in milliseconds. */
const IDLE_MS = 10 * 60_000

/** Where to listen. */
export interface WyomingAddress {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

/** A running server of the Wyoming protocol. */
export interface WyomingServer {
  readonly address: WyomingAddress
  /** Ends all connections. */
  close(): Promise<void>
}

/** The address in a URI such as `tcp://127.0.0.1:10200`. Throws AppError('request/invalid'). */
export function addressOf(uri: string): WyomingAddress {
  const [, name = '', port = ''] =
    /^tcp:\/\/(\[[\da-f:.]+\]|[^\s:/[\]]+):(\d{1,5})$/i.exec(uri) ?? []
  const host = name.replace(/^\[|\]$/g, '')
  if (host !== '' && Number(port) <= 65_535) return { host, port: Number(port) }
  throw new AppError(
    'request/invalid',
    `"${uri.slice(0, 200)}" is no address. Write it like tcp://127.0.0.1:10200.`,
  )
}

/** Opens a server of the Wyoming protocol. Throws AppError where the address cannot be had. */
export async function openWyoming(
  program: WyomingProgram,
  { host, port }: WyomingAddress,
  idleMs = IDLE_MS,
): Promise<WyomingServer> {
  const sockets = new Set<Socket>()
  const served = new Set<Promise<unknown>>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (sockets.size >= MOST_CONNECTIONS) return refuse(socket)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const serving = serveConnection(socket, program, idleMs)
      .catch(program.onBug)
      .finally(() => served.delete(serving))
    served.add(serving)
  })
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new AppError(
      code === 'EADDRINUSE' ? 'server/port-busy' : 'server/cannot-listen',
      `Nothing can listen on tcp://${host}:${port} (${code}). Choose another address with --uri.`,
      error,
    )
  }
  server.on('error', program.onBug)
  const found = server.address()
  return {
    address: { host, port: typeof found === 'object' && found ? found.port : port },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await Promise.all(served)
    },
  }
}

function refuse(socket: Socket): void {
  socket.on('error', () => undefined)
  const text = `${MOST_CONNECTIONS} clients are connected already. Try again later.`
  socket.end(encodeEvent({ type: 'error', data: { text, code: 'speech/busy' } }))
  socket.resume()
}
