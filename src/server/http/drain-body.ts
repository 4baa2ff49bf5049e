import type { FastifyRequest } from 'fastify'

/** Limits of reading on after a refusal, in bytes and in milliseconds. */
const MAX_BYTES = 64 * 1024 * 1024
const LONGEST_MS = 10_000

/**
 * Reads what is still to come of a body that was refused, and forgets it: a caller who is still sending then reads the
 * answer. Closing at once would throw the answer away with the connection. Who sends too much or too long is cut off.
 */
export function drainBody({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  const cutOff = setTimeout(() => raw.destroy(), LONGEST_MS).unref()
  let size = 0
  raw.unpipe()
  raw.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (size > MAX_BYTES) raw.destroy()
  })
  raw.once('close', () => clearTimeout(cutOff))
  raw.once('end', () => clearTimeout(cutOff))
  raw.resume()
}
