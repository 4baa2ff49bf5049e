import type { FastifyRequest } from 'fastify'

/**
 * The server's address as the caller knows it; the guard has checked its Host. A proxy that adds TLS says so in
 * X-Forwarded-Proto, its own word first: anybody may claim that, because the address goes back to whoever claims it.
 */
export function baseUrlOf({ headers }: FastifyRequest): string {
  const isSecure = /^https\b/i.test(String(headers['x-forwarded-proto']))
  return `${isSecure ? 'https' : 'http'}://${headers.host}`
}
