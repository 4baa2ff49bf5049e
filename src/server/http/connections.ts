import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from '#app/access/caller.ts'
import { OWNER } from '#shared/access.ts'
import { TooManyRequests } from '#shared/errors.ts'
import { isLoopback, networkPrefix } from './network-prefix.ts'

export interface ConnectionLimits {
  /** Connections that are open at once. */
  readonly connections: number
  /** Maximum of open connections from one address of another machine. */
  readonly connectionsPerAddress: number
}

/** Connections on which one guest token may be answered at once. */
const MAX_OF_GUEST = 64
const MAX_LISTENERS = 20
/** Parts of all connections: what callers may use, and what the owner may use besides, so that a newcomer gets in. */
const SHARE = { everybody: 0.9, owner: 0.97 } as const
const RETRY_S = 5

interface Connection {
  readonly socket: Socket
  readonly network: string
  /** Whether a request has ever come on it. */
  asked: boolean
  /** Requests that are being answered. */
  answering: number
  /** Token id of the caller; undefined until a valid token was shown. */
  caller: string | undefined
  /** It is a WebSocket now, which only callers get. */
  upgraded: boolean
}

/** The connections of a server, of which those that ask nothing make room for those that do. */
export interface Connections {
  /**
   * From now until its answer is sent, the connection is one in use: nobody takes it away. Throws TooManyRequests where
   * the rest is kept for others.
   */
  use(socket: Socket, caller: Caller): void
  /** It has become a WebSocket of somebody who may, and is in use until it closes. */
  upgraded(socket: Socket): void
  /** Connections on which no request has arrived completely yet. */
  withoutRequest(): Iterable<Socket>
}

/**
 * Counts the connections of a server. Whoever comes when all are taken gets the place of one that has been silent
 * longest: on which nothing was asked, or nothing since its last answer; then of one that is answered without a token.
 * Connections from this machine are not counted by address, because all its programs share one.
 */
export function watchConnections(server: Server, limits: ConnectionLimits): Connections {
  // In the order in which they fell silent.
  const open = new Map<Socket, Connection>()
  const fallSilent = (connection: Connection): void => {
    if (!open.delete(connection.socket)) return
    connection.caller = undefined
    open.set(connection.socket, connection)
  }
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    // It is gone already.
    if (remoteAddress === undefined) return
    const network = isLoopback(remoteAddress) ? '' : networkPrefix(remoteAddress)
    const newcomer: Connection = {
      ...{ socket, network, asked: false, answering: 0, caller: undefined, upgraded: false },
    }
    const others = [...open.values()]
    const neighbours = network === '' ? [] : others.filter((other) => other.network === network)
    open.set(socket, newcomer)
    socket.once('close', () => open.delete(socket))
    if (neighbours.length >= limits.connectionsPerAddress) makeRoom(neighbours, socket)
    else if (others.length >= limits.connections) makeRoom(others, socket)
  })
  server.on('request', ({ socket }, response) => {
    const connection = open.get(socket)
    if (!connection) return
    connection.asked = true
    connection.answering++
    // Each part of an answer listens for its end once; Node warns from eleven on.
    response.setMaxListeners(MAX_LISTENERS)
    response.once('close', () => {
      connection.answering--
      if (connection.answering === 0) fallSilent(connection)
    })
  })
  server.on('upgrade', ({ socket }) => {
    const connection = open.get(socket)
    if (connection) connection.asked = true
  })
  return {
    use(socket, caller) {
      const connection = open.get(socket)
      if (!connection) return
      const inUse = [...open.values()].filter((other) => other !== connection && isInUse(other))
      const isOwner = caller.account === OWNER && caller.kind !== 'guest'
      if (inUse.length >= limits.connections * (isOwner ? SHARE.owner : SHARE.everybody))
        throw new TooManyRequests(
          `All connections that this server has for its callers are in use (${inUse.length}). Try again after the time in Retry-After.`,
          RETRY_S,
        )
      const own = inUse.filter((other) => other.caller === caller.tokenId)
      if (caller.kind === 'guest' && own.length >= MAX_OF_GUEST)
        throw new TooManyRequests(
          `This guest token is already in use on ${own.length} connections, which is the limit. Try again when one of them is done.`,
          RETRY_S,
        )
      connection.caller = caller.tokenId
    },
    upgraded(socket) {
      const connection = open.get(socket)
      if (connection) connection.upgraded = true
    },
    *withoutRequest() {
      for (const { asked, socket } of open.values()) if (!asked) yield socket
    },
  }
}

const isInUse = ({ caller, upgraded }: Connection): boolean => upgraded || caller !== undefined

/** Ends the connection that is needed least of those that were there before; without one, the newcomer's. */
function makeRoom(others: readonly Connection[], newcomer: Socket): void {
  const free = others.filter((other) => !isInUse(other) && !other.socket.destroyed)
  const [oldest] = [...free.filter(({ answering }) => answering === 0), ...free]
  const goes = oldest?.socket ?? newcomer
  goes.destroy()
}
