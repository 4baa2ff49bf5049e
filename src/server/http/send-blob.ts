import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, ServedBlob } from '#storage/blobs/blobs.ts'
import { disconnectSignal } from './stream.ts'

/**
 * Answers with bytes, or the range of them that was asked for, as @fastify/static does with a file: with validators and
 * conditions (RFC 9110, 13 and 14). Of several ranges at once, all bytes are sent. Throws what `open` throws, and 412 and 416.
 */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  blob: ServedBlob,
): Promise<FastifyReply> {
  const { headers, method } = request
  const validators = {
    'accept-ranges': 'bytes',
    etag: `"${blob.etag}"`,
    'last-modified': blob.modified.toUTCString(),
  }
  if (!meetsConditions(headers, blob)) throw Object.assign(new Error('stale'), { statusCode: 412 })
  if (isKnown(headers, blob)) return reply.headers(validators).code(304).send()
  const range = isRangeStillGood(headers, blob) ? rangeOf(headers.range) : undefined
  const place = placeIn(range, blob.sizeBytes)
  if (place === undefined)
    throw Object.assign(new Error('outside'), {
      statusCode: 416,
      headers: { 'Content-Range': `bytes */${blob.sizeBytes}` },
    })
  const content =
    method === 'HEAD' ? undefined : await blob.open(range && place, disconnectSignal(reply))
  const { start, end } = place
  reply.headers({ ...validators, 'content-length': String(end - start + 1) })
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${blob.sizeBytes}`)
  return reply.send(content?.bytes ?? Readable.from([]))
}

type Headers = FastifyRequest['headers']

function meetsConditions(headers: Headers, { etag, modified }: ServedBlob): boolean {
  const { 'if-match': match, 'if-unmodified-since': since } = headers
  if (match !== undefined) return match.trim() === '*' || tagsIn(match).includes(`"${etag}"`)
  const time = Date.parse(since ?? '')
  return Number.isNaN(time) || secondsOf(modified) <= time
}

/** Whether the caller has these bytes already. */
function isKnown(headers: Headers, { etag, modified }: ServedBlob): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = headers
  if (known !== undefined)
    return (
      known.trim() === '*' || tagsIn(known).some((tag) => tag.replace(/^W\//, '') === `"${etag}"`)
    )
  const time = Date.parse(since ?? '')
  return !Number.isNaN(time) && secondsOf(modified) <= time
}

function isRangeStillGood(headers: Headers, { etag, modified }: ServedBlob): boolean {
  const condition = headers['if-range']?.toString()
  if (condition === undefined) return true
  if (/^(W\/)?"/.test(condition)) return condition === `"${etag}"`
  return Date.parse(condition) === secondsOf(modified)
}

const tagsIn = (list: string): readonly string[] => list.match(/(?:W\/)?"[^"]*"/g) ?? []

/** Headers have whole seconds. */
const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000

/** Undefined where all bytes are to be sent: without a range, and for what is no single one. */
function rangeOf(header: string | undefined): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === '') return last === '' ? undefined : { last: Number(last) }
  if (last === '') return { start: Number(first) }
  return Number(last) < Number(first) ? undefined : { start: Number(first), end: Number(last) }
}

/** First and last byte; undefined where the range lies outside. */
function placeIn(
  range: ByteRange | undefined,
  sizeBytes: number,
): { readonly start: number; readonly end: number } | undefined {
  if (!range) return { start: 0, end: sizeBytes - 1 }
  if ('last' in range)
    return range.last === 0 || sizeBytes === 0
      ? undefined
      : { start: Math.max(0, sizeBytes - range.last), end: sizeBytes - 1 }
  if (range.start >= sizeBytes) return undefined
  return { start: range.start, end: Math.min(range.end ?? sizeBytes - 1, sizeBytes - 1) }
}
