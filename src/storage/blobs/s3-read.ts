import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { AppError } from '#shared/errors.ts'
import type { BlobContent, BlobFacts, ByteRange } from './blobs.ts'
import { outside } from './byte-range.ts'
import { checked } from './checked.ts'
import { ATTEMPTS, describeS3Error, failureOf, isMissing } from './s3-errors.ts'
import { inS3Words, objectOf, type S3Place } from './s3-place.ts'

/** Pause before an interrupted answer is asked for again, in milliseconds; doubled each time. */
const PAUSE_MS = 100

/** A media type that was not given. */
export const NO_TYPE = 'application/octet-stream'

/** A blob or a range of it; undefined where there is none. Throws as `Blobs.get` says. */
export async function getObject(
  place: S3Place,
  key: string,
  range: ByteRange | undefined,
  signal: AbortSignal | undefined,
): Promise<BlobContent | undefined> {
  const closing = new AbortController()
  const abortSignal = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
  const fetch = (asked: string | undefined, etag?: string): Promise<GetObjectCommandOutput> => {
    const { Bucket, Key } = objectOf(place, key)
    const how = { ...(asked ? { Range: asked } : {}), ...(etag ? { IfMatch: etag } : {}) }
    return place.client.send(new GetObjectCommand({ Bucket, Key, ...how }), { abortSignal })
  }
  const answer = await inS3Words(place, 'read', () => fetch(headerOf(range)).catch(explain))
  if (answer === undefined) return undefined
  const { start, end, sizeBytes } = placeOf(answer)
  const facts: BlobFacts = {
    key,
    sizeBytes,
    modified: answer.LastModified ?? new Date(0),
    sha256: answer.Metadata?.['sha256'],
    type: answer.ContentType ?? NO_TYPE,
  }
  const again = (at: number): Promise<GetObjectCommandOutput> =>
    fetch(`bytes=${at}-${end - 1}`, answer.ETag)
  const whole = range ? undefined : facts
  const body = bodyOf(answer)
  const pieces = readOn(place, body, again, { start, end, signal: abortSignal })
  const bytes = Readable.from(
    whole?.sha256 === undefined ? pieces : checked(pieces, { key, sha256: whole.sha256 }),
    { objectMode: false },
  )
  // A generator that is never begun, or that waits for the server, does not end what it reads from.
  bytes.once('close', () => {
    closing.abort()
    body.destroy()
  })
  return { facts, start, end, bytes }
}

function headerOf(range: ByteRange | undefined): string | undefined {
  if (!range) return undefined
  if ('last' in range) {
    if (range.last <= 0) throw outside(undefined)
    return `bytes=-${range.last}`
  }
  const { start, end } = range
  if (start < 0 || (end !== undefined && end < start)) throw outside(undefined)
  return `bytes=${start}-${end ?? ''}`
}

function explain(error: unknown): undefined {
  if (isMissing(error)) return undefined
  const { status, code } = failureOf(error)
  throw status === 416 || code === 'InvalidRange' ? outside(undefined) : error
}

/** Which bytes of how many an answer brings. */
function placeOf({ ContentRange, ContentLength = 0 }: GetObjectCommandOutput): {
  readonly start: number
  readonly end: number
  readonly sizeBytes: number
} {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? []
  if (size === undefined) return { start: 0, end: ContentLength, sizeBytes: ContentLength }
  return { start: Number(first), end: Number(last) + 1, sizeBytes: Number(size) }
}

/** In Node, the SDK hands out Node’s streams. */
function bodyOf({ Body }: GetObjectCommandOutput): Readable {
  return Body instanceof Readable ? Body : Readable.from([])
}

/** Reads to the end, and goes on where an answer breaks off. */
async function* readOn(
  place: S3Place,
  first: Readable,
  again: (at: number) => Promise<GetObjectCommandOutput>,
  {
    start,
    end,
    signal,
  }: { readonly start: number; readonly end: number; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  let body: Readable | undefined = first
  let at = start
  for (let failures = 0; at < end || body; ) {
    try {
      body ??= bodyOf(await again(at))
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        at += piece.length
        yield piece
      }
      body = undefined
      if (at < end)
        throw Object.assign(new Error('The answer ended early.'), { code: 'ECONNRESET' })
    } catch (error) {
      body = undefined
      if (signal.aborted) throw signal.reason
      if (++failures >= ATTEMPTS || failureOf(error).status !== undefined)
        throw describeInterruption(error, place)
      await wait(PAUSE_MS * 2 ** failures, undefined, { signal })
    }
  }
}

function describeInterruption(error: unknown, { address }: S3Place): unknown {
  if (failureOf(error).status === 412)
    return new AppError(
      'storage/busy',
      'The stored file was replaced while it was being read: read it again.',
    )
  return describeS3Error(error, 'read', address)
}
