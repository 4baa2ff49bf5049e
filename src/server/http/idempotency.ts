import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, isFull } from '#shared/errors.ts'
import { FORMATS } from '#shared/formats.ts'
import type {
  IdempotencyStore,
  ReplayableResponse,
  ResponseRecorder,
} from '#storage/idempotency.ts'
import { bodyFingerprint } from './body.ts'
import { formFingerprint, skipForm } from './multipart.ts'
import { callerOf } from './operation.ts'

const KEY = /^[\x20-\x7e]{1,255}$/
/** Headers that belong to one sending of an answer, not to the answer. */
const OF_THE_SENDING =
  /^(access-control-|ratelimit|x-ratelimit)|^(connection|date|keep-alive|transfer-encoding|vary|retry-after)$/

/**
 * Honours `Idempotency-Key` for the operations that say `idempotent`: what was answered with a 2xx to the same request
 * of the same account is answered again, byte for byte, without being done again. Failures are not remembered, nor are
 * playlists, whose addresses expire, and events, which may end in a failure. A guest stores nothing, so for a guest the
 * header says nothing. `onReplay` is told of each answer that is sent again.
 */
export function replayIdempotentRequests(
  fastify: FastifyInstance,
  answers: IdempotencyStore,
  onReplay: () => void,
): void {
  const recordings = new WeakMap<FastifyRequest, ResponseRecorder>()
  fastify.addHook('preHandler', async (request, reply) => {
    const { operation } = request.routeOptions.config
    const key = request.headers['idempotency-key']
    if (!operation?.idempotent || key === undefined) return undefined
    const { account, kind } = callerOf(request)
    if (kind === 'guest') return undefined
    const named = { account, operation: operation.id, key: checkKey(key) }
    const begun = await answers.begin(named).catch(unlessFull)
    if (!begun) return undefined
    if (begun.kind === 'remembered') {
      const answered = await replay(request, reply, begun)
      onReplay()
      return answered
    }
    recordings.set(request, begun)
    return undefined
  })
  fastify.addHook('onSend', async (request, reply, payload) => {
    const recording = recordings.get(request)
    return recording ? record(request, reply, payload, recording) : payload
  })
}

/** On a full disk a request is answered without being remembered; what must be stored is refused with its own message. */
function unlessFull(error: unknown): undefined {
  if (!isFull(error)) throw error
}

function checkKey(key: string | string[]): string {
  const text = String(key)
  if (KEY.test(text)) return text
  throw new AppError(
    'request/unreadable',
    'The header Idempotency-Key must have 1 to 255 printable ASCII characters.',
  )
}

async function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  { head, bytes, fingerprint }: ReplayableResponse,
): Promise<FastifyReply> {
  try {
    const { form } = request.routeOptions.config.operation ?? {}
    const given = fingerprintOf(request, form ? await skipForm(request) : bodyFingerprint(request))
    if (!given.equals(fingerprint))
      throw new AppError(
        'request/repeated',
        'This Idempotency-Key was used for another request. Use a new key for a new request.',
      )
  } catch (error) {
    bytes.destroy()
    throw error
  }
  reply.code(head.status).headers(head.headers).header('idempotent-replayed', 'true')
  if (!('content-length' in head.headers)) return reply.send(bytes)
  // Who knows the length may hang up with the last byte: there must be nothing left to read then.
  return reply.send(await buffer(bytes))
}

async function record(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  recording: ResponseRecorder,
): Promise<unknown> {
  const type = String(reply.getHeader('content-type'))
  const isKept = reply.statusCode >= 200 && reply.statusCode < 300
  const head = { status: reply.statusCode, headers: headersOf(reply) }
  const fingerprint = fingerprintOf(request, formFingerprint(request) ?? bodyFingerprint(request))
  const isLasting =
    !type.startsWith(FORMATS.m3u8.mediaType) && !type.startsWith('text/event-stream')
  if (isKept && payload instanceof Readable && isLasting) {
    const keep = (): Promise<void> => recording.keep(head, fingerprint)
    const sound = Readable.from(recorded(payload, recording, keep))
    // A stream that is closed before its first read never begins, and so never ends.
    return sound.once('close', () => recording.forget())
  }
  if (isKept && typeof payload === 'string') {
    recording.push(Buffer.from(payload))
    // Before it is sent: a caller who does not get it may ask for it at once.
    const length = String(Buffer.byteLength(payload))
    const headers = { ...head.headers, 'content-length': length }
    await recording.keep({ ...head, headers }, fingerprint)
  } else await recording.forget()
  return payload
}

/** `pieces`, written down as they pass. Known as whole before their end is sent; forgotten where they break off. */
async function* recorded(
  pieces: AsyncIterable<Uint8Array | string>,
  recording: ResponseRecorder,
  keep: () => Promise<void>,
): AsyncGenerator<Uint8Array | string> {
  try {
    for await (const piece of pieces) {
      recording.push(Buffer.from(piece))
      yield piece
    }
    await keep()
  } finally {
    // After `keep` it says nothing.
    await recording.forget()
  }
}

/** `content`: what tells its body from another one; a body of JSON is known by its bytes, a form by what it holds. */
function fingerprintOf({ method, url }: FastifyRequest, content: Uint8Array | undefined): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url]))
    .update(content ?? '')
    .digest()
}

function headersOf(reply: FastifyReply): Readonly<Record<string, string>> {
  const kept = Object.entries(reply.getHeaders()).filter(([name]) => !OF_THE_SENDING.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}
