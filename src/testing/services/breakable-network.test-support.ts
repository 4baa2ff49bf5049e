import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that tests can break. */
export interface BreakableNetwork {
  /** Port on 127.0.0.1 from which the server is reached. */
  readonly port: number
  /** Ends all connections, and lets no new ones in until it is mended. */
  cut(): void
  /** Lets connections in and nothing through them until it is mended. */
  hang(): void
  mend(): void
  close(): Promise<void>
}

/** A way to the server at a port of 127.0.0.1. */
export async function openBreakableNetwork(serverPort: number): Promise<BreakableNetwork> {
  let state: 'open' | 'cut' | 'hanging' = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  const server = createServer((caller) => {
    keep(caller)
    if (state === 'cut') return caller.destroy()
    if (state === 'hanging') return caller.pause()
    const called = keep(connect(serverPort, '127.0.0.1'))
    caller.pipe(called).pipe(caller)
    caller.once('close', () => called.destroy())
    return called.once('close', () => caller.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut() {
      state = 'cut'
      destroyAll()
    },
    hang() {
      state = 'hanging'
      destroyAll()
    },
    mend() {
      state = 'open'
      destroyAll()
    },
    async close() {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
