import type { FastifyRequest } from 'fastify'

/** The server's address as the caller knows it; the guard has checked its Host. */
export function baseUrlOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.headers.host}`
}
