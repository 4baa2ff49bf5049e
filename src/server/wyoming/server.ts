import { once } from 'node:events'
import { chmodSync, lstatSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { dirname, isAbsolute } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { type Patience, type ServedClient, serveClient } from './connection.ts'
import { encodeEvent } from './events.ts'
import type { WyomingProgram } from './session.ts'

/** Clients at once. Home Assistant opens a connection for each text. */
export const MOST_CONNECTIONS = 64
const PATIENCE: Patience = { silentMs: 60_000, idleMs: 10 * 60_000 }

/** Where to listen: a host with a port, of which 0 takes any free one, or the path of a Unix socket. */
export type WyomingAddress =
  | { readonly host: string; readonly port: number; readonly path?: undefined }
  | { readonly path: string }

/** A running server of the Wyoming protocol. */
export interface WyomingServer {
  readonly address: WyomingAddress
  /** Ends all connections. */
  close(): Promise<void>
}

/** The address in a URI such as `tcp://127.0.0.1:10200` or `unix:///run/user/1000/griot/wyoming.sock`. Throws AppError('request/invalid'). */
export function addressOf(uri: string): WyomingAddress {
  const [, path = ''] = /^unix:\/\/(\/.+)$/.exec(uri) ?? []
  if (isAbsolute(path)) return { path }
  const [, name = '', port = ''] =
    /^tcp:\/\/(\[[\da-f:.]+\]|[^\s:/[\]]+):(\d{1,5})$/i.exec(uri) ?? []
  const host = name.replace(/^\[|\]$/g, '')
  if (host !== '' && Number(port) <= 65_535) return { host, port: Number(port) }
  throw new AppError(
    'request/invalid',
    `"${uri.slice(0, 200)}" is no address. Write it like tcp://127.0.0.1:10200 or unix:///home/ada/griot/wyoming.sock.`,
  )
}

/** Opens a server of the Wyoming protocol. Throws AppError where the address cannot be had. */
export async function openWyoming(
  program: WyomingProgram,
  address: WyomingAddress,
  patience = PATIENCE,
): Promise<WyomingServer> {
  const clients = new Map<Socket, ServedClient>()
  const served = new Set<Promise<unknown>>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (clients.size >= MOST_CONNECTIONS && !endSilent(clients)) return refuse(socket)
    const client = serveClient(socket, program, patience)
    clients.set(socket, client)
    socket.once('close', () => clients.delete(socket))
    const serving = client.ended.catch(program.onBug).finally(() => served.delete(serving))
    served.add(serving)
  })
  try {
    if (address.path !== undefined) await prepareSocket(address.path)
    server.listen(address.path === undefined ? address : { path: address.path })
    await once(server, 'listening')
    if (address.path !== undefined) chmodSync(address.path, 0o600)
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    throw new AppError(
      code === 'EADDRINUSE' ? 'server/port-busy' : 'server/cannot-listen',
      `Nothing can listen on ${uriOf(address)} (${code}). Choose another address with --uri.`,
      error,
    )
  }
  server.on('error', program.onBug)
  const found = server.address()
  return {
    address:
      address.path === undefined && typeof found === 'object' && found
        ? { host: address.host, port: found.port }
        : address,
    async close() {
      server.close()
      for (const socket of clients.keys()) socket.destroy()
      await Promise.all(served)
    },
  }
}

/** The URI of an address. */
export function uriOf(address: WyomingAddress): string {
  if (address.path !== undefined) return `unix://${address.path}`
  const { host, port } = address
  return `tcp://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Makes the folder of a socket, for its owner alone, and removes the socket of a program that is gone. Throws
 * AppError('server/cannot-listen') where others could reach it, and ('server/port-busy') where somebody listens.
 */
async function prepareSocket(path: string): Promise<void> {
  const folder = dirname(path)
  makeFolder(folder)
  const { mode, uid } = lstatSync(folder)
  if ((mode & 0o77) !== 0 || uid !== (process.getuid?.() ?? uid))
    throw new AppError(
      'server/cannot-listen',
      `Other users of this computer could reach a socket in ${folder}. Choose a folder that is yours and closed to others (mode 0700), or one that is not there yet.`,
    )
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSocket()) return
  if (await answers(path))
    throw new AppError(
      'server/port-busy',
      `Another program listens on unix://${path}. End it, or choose another address with --uri.`,
    )
  unlinkSync(path)
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Makes room for a client: ends the one of which nothing is in work for longest. False where all are being served. */
function endSilent(clients: Map<Socket, ServedClient>): boolean {
  for (const [socket, client] of clients) {
    if (client.isBusy()) continue
    clients.delete(socket)
    socket.destroy()
    return true
  }
  return false
}

function refuse(socket: Socket): void {
  socket.on('error', () => undefined)
  const text = `${MOST_CONNECTIONS} clients are connected already. Try again later.`
  socket.end(encodeEvent({ type: 'error', data: { text, code: 'speech/busy' } }))
  socket.resume()
}
