import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A way to a server that tests can break. */
export interface BreakableNetwork {
  /** Port on 127.0.0.1 from which the server is reached. */
  readonly port: number
  /** Ends all connections, and lets no new ones in until it is mended. */
  cut(): void
  /** Lets connections in and nothing through them until it is mended. */
  hang(): void
  /** Ends all connections, and answers whatever is asked on new ones with these bytes until it is mended. */
  refuse(answer: string): void
  /** Holds up every piece of what passes for so many milliseconds, in both directions, until it is mended. */
  slow(delayMs: number): void
  mend(): void
  close(): Promise<void>
}

/** What a server of HTTP answers that is overloaded, as S3 says it. */
export const SLOW_DOWN = httpAnswer(
  '503 Slow Down',
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
)

function httpAnswer(status: string, body: string): string {
  const length = Buffer.byteLength(body)
  return `HTTP/1.1 ${status}\r\nContent-Type: application/xml\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`
}

/** A way to the server at a port of 127.0.0.1. */
export async function openBreakableNetwork(serverPort: number): Promise<BreakableNetwork> {
  let state: 'open' | 'cut' | 'hanging' | { readonly answer: string } = 'open'
  let delayMs = 0
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  const delayed = (): Transform =>
    new Transform({
      transform(piece, _, done) {
        if (delayMs === 0) done(null, piece)
        else setTimeout(() => done(null, piece), delayMs)
      },
    })
  const server = createServer((caller) => {
    keep(caller)
    if (state === 'cut') return caller.destroy()
    if (state === 'hanging') return caller.pause()
    if (typeof state === 'object') {
      const { answer } = state
      // The rest of what is asked is read, so that the answer arrives.
      return caller.once('data', () => caller.end(answer)).resume()
    }
    const called = keep(connect(serverPort, '127.0.0.1'))
    caller.pipe(delayed()).pipe(called).pipe(delayed()).pipe(caller)
    caller.once('close', () => called.destroy())
    // What came before its end may still be held up.
    return called.once('close', () => called.readableEnded || caller.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const become = (next: typeof state): void => {
    state = next
    delayMs = 0
    destroyAll()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: () => become('cut'),
    hang: () => become('hanging'),
    refuse: (answer) => become({ answer }),
    slow(ms) {
      delayMs = ms
    },
    mend: () => become('open'),
    async close() {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
