import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { selfSigned } from '#testing/certificate.test-support.ts'
import type { Network } from './network.ts'

/** A site of the public internet, as far as the program can see. */
export interface PublicSite {
  /** Knows the names it was given; every connection it makes ends at the site. */
  readonly network: Network
  /** Addresses that were connected to, in order, all on port 443. */
  readonly connections: string[]
  /** Names that were resolved, in order. */
  readonly resolved: string[]
  close(): Promise<void>
}

/** Host name to its addresses at the first, second, … time it is resolved; the last ones stay. */
export type DnsRecords = Readonly<Record<string, readonly (readonly string[])[]>>

/** Starts a real https server on this machine, and the network that leads to it. */
export async function openPublicSite(
  answer: RequestListener,
  names: DnsRecords,
): Promise<PublicSite> {
  const { key, cert } = selfSigned(...Object.keys(names))
  const server = createServer({ key, cert }, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo
  const connections: string[] = []
  const resolved: string[] = []
  return {
    connections,
    resolved,
    network: {
      authorities: [cert],
      ownAddresses: () => ['127.0.0.1', '198.97.38.1'],
      async resolve(host) {
        const times = resolved.filter((name) => name === host).length
        resolved.push(host)
        const answers = names[host]
        if (!answers) throw new Error(`getaddrinfo ENOTFOUND ${host}`)
        return answers[Math.min(times, answers.length - 1)] ?? []
      },
      connect(address, asked) {
        connections.push(asked === 443 ? address : `${address} port ${asked}`)
        // Where the public internet would have nobody at home, as here there is none.
        return connect(
          address === NOBODY ? { host: '127.0.0.1', port: 1 } : { host: '127.0.0.1', port },
        )
      },
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A public address at which nobody answers. */
export const NOBODY = '203.0.114.9'
