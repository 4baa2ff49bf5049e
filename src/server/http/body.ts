import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clip, refuse, UnreadableRequest } from './errors.ts'

const fingerprints = new WeakMap<FastifyRequest, Uint8Array>()
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads JSON bodies, and nothing else. An empty one counts as none, because the Python client sends
 * `Content-Type: application/json` with a DELETE that has no body.
 */
export function readJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
      if (request.headers['idempotency-key'] !== undefined)
        fingerprints.set(request, createHash('sha256').update(body).digest())
      return parse(body)
    },
  )
}

/** SHA-256 of the JSON body of a request with an `Idempotency-Key`; undefined for other requests. */
export function bodyFingerprint(request: FastifyRequest): Uint8Array | undefined {
  return fingerprints.get(request)
}

/** Bodies come as they are: one that unpacks to a thousand times its size is refused before it is touched. */
export function refuseEncodedBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase()
    if (!encoding || encoding === 'identity') return undefined
    return refuse(
      reply,
      415,
      `The body is compressed (${clip(encoding)}). Send it uncompressed, without Content-Encoding.`,
    )
  })
}

function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(UTF8.decode(body))
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new UnreadableRequest(`The body is not valid JSON: ${why}.`, { cause: error })
  }
}
