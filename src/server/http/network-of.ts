import ipaddr from 'ipaddr.js'

/** Whom an address belongs to: one machine has a whole /64 of IPv6 addresses to itself. Throws for what is no address. */
export function networkOf(address: string): string {
  // Where a socket takes both kinds, an IPv4 address comes as ::ffff:192.0.2.1.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toByteArray().slice(0, 8).join('.')
}

/** Whether an address is this machine's own: every program here shares it, and so does a proxy that runs here. */
export function isThisMachine(address: string): boolean {
  return ipaddr.process(address).range() === 'loopback'
}
