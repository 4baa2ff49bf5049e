import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

/** The ways out of this machine that fetching needs. */
export interface Network {
  /** Every address of a host's name. */
  readonly resolve: (host: string) => Promise<readonly string[]>
  /** A TCP connection to exactly this address. */
  readonly connect: (address: string, port: number) => Socket
  /** The addresses of this machine: what they answer is not for strangers, public or not. */
  readonly ownAddresses: () => readonly string[]
  /** Certificates to trust, in PEM; left out: those that Node comes with. */
  readonly authorities?: readonly string[]
}

/** The internet as this machine sees it. */
export const INTERNET: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connect: (address, port) => connect({ host: address, port }),
  ownAddresses: () =>
    Object.values(networkInterfaces())
      .flat()
      .map((found) => found?.address ?? ''),
}
