import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

interface Address {
  readonly host: string
  readonly port: number
}

/** Sockets that accept connections for a server besides its own. */
export interface Acceptors {
  /** Accepts no more; resolves once the connections that they have accepted are closed. */
  close(): Promise<void>
}

export const NO_ACCEPTORS: Acceptors = { close: async () => undefined }

/**
 * Listens on the address of `server` with `count` more sockets, whose connections become those of `server`. In each turn of the event loop
 * libuv accepts one connection of each listening socket (https://github.com/libuv/libuv/pull/3696): where hundreds of streams make
 * a turn long, those who come would wait for many turns. All sockets of the address must be opened with `reusePort`; the system spreads new
 * connections over them (SO_REUSEPORT, man 7 socket). Linux only.
 */
export async function openAcceptors(
  server: HttpServer,
  host: string,
  count: number,
): Promise<Acceptors> {
  const { port } = server.address() as AddressInfo
  const opened: Server[] = []
  const close = async (): Promise<void> => {
    await Promise.all(opened.map(closed))
  }
  try {
    while (opened.length < count) {
      // As an HTTP server opens its own.
      const acceptor = createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true })
      acceptor.on('connection', (socket) => server.emit('connection', socket))
      await listening(acceptor, { host, port, reusePort: true })
      opened.push(acceptor)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

/**
 * The port itself, or a free one for 0. Rejects where another program listens there: sockets with `reusePort` would share its port without
 * a word.
 */
export async function freePort({ host, port }: Address): Promise<number> {
  const probe = createServer()
  await listening(probe, { host, port })
  const { port: free } = probe.address() as AddressInfo
  await closed(probe)
  return free
}

function listening(
  server: Server,
  options: Address & { readonly reusePort?: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(options, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
