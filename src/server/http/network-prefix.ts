import ipaddr from 'ipaddr.js'

/** Network of an address: an IPv4 address itself, the /64 of an IPv6 address, since one machine has all of it. */
export function networkPrefix(address: string): string {
  const parsed = parse(address)
  if (!parsed) return address
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toByteArray().slice(0, 8).join('.')
}

/** Whether an address is this machine's own: every program here shares it, and so does a proxy that runs here. */
export function isLoopback(address: string): boolean {
  return parse(address)?.range() === 'loopback'
}

/** Whether only programs of this computer reach a server that listens there: a loopback address, or its usual name. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}

/** Undefined for what is no address. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // The name of an interface (RFC 4007, section 11) may have characters that ipaddr.js does not know.
  const [bare = ''] = address.split('%')
  // Where a socket takes both kinds, an IPv4 address comes as ::ffff:192.0.2.1.
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}
