import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { hostOf } from './check-url.ts'
import type { Network } from './network.ts'
import { isPublicAddress } from './public-address.ts'

const HTTPS = 443
/** Timeout of one address before the next is tried, in milliseconds. */
const ONE_ADDRESS_MS = 5_000

/**
 * A TLS connection to a host of the public internet, its certificate checked for the host's name. The name is resolved
 * once, every address it has is checked, and the connection goes to one of exactly these: a name that answers
 * otherwise the next time changes nothing. Throws whatever went wrong, in no words for the caller.
 */
export async function connectPublic(
  url: URL,
  network: Network,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const host = hostOf(url)
  const isAddress = isIP(host) !== 0
  const addresses = isAddress ? [host] : await unlessAborted(network.resolve(host), signal)
  const own = new Set(network.ownAddresses())
  if (addresses.length === 0) throw new Error('The name has no address.')
  for (const address of addresses)
    if (!isPublicAddress(address) || own.has(address))
      throw new Error(`${address} is not on the public internet.`)
  const socket = await firstToAnswer(addresses, network, signal)
  const secure = connectTls({
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    // RFC 6066, section 3: an address is no server name.
    ...(isAddress ? {} : { servername: host }),
    ...(network.authorities ? { ca: [...network.authorities] } : {}),
  })
  return once(secure, 'secureConnect', signal)
}

/** One after the other: a machine without IPv6 fails at the first address and succeeds at the second. */
async function firstToAnswer(
  addresses: readonly string[],
  network: Network,
  signal: AbortSignal,
): Promise<Socket> {
  let last: unknown
  for (const address of addresses) {
    signal.throwIfAborted()
    try {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(ONE_ADDRESS_MS)])
      return await once(network.connect(address, HTTPS), 'connect', patience)
    } catch (error) {
      last = error
    }
  }
  throw last
}

/** The socket once the event has come. What fails or is aborted until then is destroyed. */
function once<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<S>()
  const stop = (): void => {
    socket.destroy()
    reject(signal.reason)
  }
  const fail = (error?: Error): void => {
    socket.destroy()
    reject(error ?? new Error('The connection was closed.'))
  }
  socket
    .once(event, () => resolve(socket))
    .once('error', fail)
    .once('close', () => fail())
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return promise.finally(() => {
    signal.removeEventListener('abort', stop)
    // A later failure belongs to whoever uses the socket, which hears of it by itself.
    socket.on('error', () => undefined)
  })
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}
