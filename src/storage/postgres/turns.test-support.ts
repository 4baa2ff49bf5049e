import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A port before an embedded server that gives one connection at a time its turn. */
export interface Turns {
  readonly port: number
  /** Closes the port and all its connections. */
  close(): Promise<void>
}

/** Type, length and status of the message after which a server is ready, outside of a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const READY_BYTES = READY.length

/**
 * Listens on a port (0: any free one) for the server at `target`. Such a server does one message after the other for all
 * connections, and a statement has several: here each connection has its turn until what it asked is answered, and a
 * transaction has ended.
 */
export async function listenInTurns(port: number, target: number): Promise<Turns> {
  const waiting: (() => void)[] = []
  let isTaken = false
  const next = (): void => {
    const turn = waiting.shift()
    isTaken = turn !== undefined
    turn?.()
  }
  const sockets = new Set<Socket>()
  const server: Server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) sockets.add(socket.setNoDelay(true))
    const held: Buffer[] = []
    let state: 'idle' | 'waiting' | 'has turn' | 'ended' = 'idle'
    let tail: Buffer = Buffer.alloc(0)
    const begin = (): void => {
      if (state === 'ended') {
        next()
        return
      }
      state = 'has turn'
      for (const bytes of held.splice(0)) upstream.write(bytes)
    }
    const end = (): void => {
      const hadTurn = state === 'has turn'
      state = 'ended'
      client.destroy()
      upstream.destroy()
      for (const socket of [client, upstream]) sockets.delete(socket)
      // The server rolls back what was begun before it hears the next one.
      if (hadTurn) setTimeout(next, 20)
    }
    client.on('data', (bytes) => {
      if (state === 'has turn') upstream.write(bytes)
      else held.push(bytes)
      if (state !== 'idle') return
      state = 'waiting'
      waiting.push(begin)
      if (!isTaken) next()
    })
    upstream.on('data', (bytes) => {
      client.write(bytes)
      tail = Buffer.concat([tail, bytes]).subarray(-READY_BYTES)
      if (state !== 'has turn' || !tail.equals(READY)) return
      state = 'idle'
      next()
    })
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return {
    port: address.port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
