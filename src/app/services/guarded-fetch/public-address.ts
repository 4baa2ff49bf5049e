import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses that look public and are a cloud's own: the host agent of Azure answers virtual machines on this one. */
const OF_CLOUDS: ReadonlySet<string> = new Set(['168.63.129.16'])

/** The addresses that the internet routes to hosts (RFC 4291, section 2.4). What is not in it is refused unread. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one host on the public internet, by the special-purpose registries of IANA (RFC 6890).
 * Forms of IPv6 that carry an IPv4 address within them (mapped, NAT64, 6to4, Teredo) are not, whichever they carry: a
 * gateway may lead them back inside. What is no IP address is not.
 */
export function isPublicAddress(address: string): boolean {
  // A zone ("%eth0") means something on this machine alone.
  if (isIP(address) === 0 || address.includes('%') || OF_CLOUDS.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}
