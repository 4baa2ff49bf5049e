import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { NewBlob, StoredBlob } from './blobs.ts'
import { type Received, receive } from './receive.ts'
import { copyObject } from './s3-copy.ts'
import { objectOf, type S3Place, UNFINISHED, withChecksum } from './s3-place.ts'

/** Parts of one blob that are sent at once; each is held in memory. */
const PARTS_AT_ONCE = 2
/** Size up to which blobs need no place among the large ones, in bytes. */
const SMALL_BYTES = 1024 * 1024

/**
 * Stores a blob: in one request where it is small. A larger one goes in parts; where its SHA-256 and type are not known yet,
 * under another key from which the server copies it once they are. Throws what the SDK throws, and what `NewBlob` says.
 */
export async function putObject(
  place: S3Place,
  key: string,
  blob: NewBlob,
  signal: AbortSignal,
): Promise<StoredBlob> {
  const received = receive(blob, signal)
  const rest = received.bytes[Symbol.asyncIterator]()
  const { partBytes } = place.sizes
  const start = await collect(rest, Math.min(SMALL_BYTES, partBytes))
  if (start.isWhole) return putStarted(place, key, blob, signal, { received, rest, start })
  // Whoever waits takes no more bytes, so that many uploads at once do not fill the memory.
  const leave = await place.large.enter(signal).catch(async (error) => {
    await rest.return?.()
    throw error
  })
  try {
    const more = await collect(rest, partBytes - sizeOf(start.begun))
    const { isWhole } = more
    const so = { begun: [...start.begun, ...more.begun], isWhole }
    return await putStarted(place, key, blob, signal, { received, rest, start: so })
  } finally {
    leave()
  }
}

/** Bytes of which the start has come: all of them, or as many as a part has. */
interface Started {
  readonly received: Received
  readonly start: { readonly begun: readonly Uint8Array[]; readonly isWhole: boolean }
  readonly rest: AsyncIterator<Uint8Array>
}

async function putStarted(
  place: S3Place,
  key: string,
  blob: NewBlob,
  signal: AbortSignal,
  { received, rest, start: { begun, isWhole } }: Started,
): Promise<StoredBlob> {
  const typeOf = async (): Promise<string> =>
    typeof blob.type === 'string' ? blob.type : blob.type()
  if (isWhole) {
    const stored = { ...received.result(), key, type: await typeOf() }
    signal.throwIfAborted()
    await sendWhole(place, stored, Buffer.concat(begun))
    return stored
  }
  const bytes = Readable.from(joined(begun, rest), { objectMode: false })
  const { sha256, type } = blob
  if (sha256 !== undefined && typeof type === 'string') {
    await sendParts(place, key, bytes, { sha256, type })
    return { ...received.result(), sha256, key, type }
  }
  const staged = `${UNFINISHED}${key}/${randomBytes(8).toString('hex')}`
  await sendParts(place, staged, bytes)
  try {
    const stored = { ...received.result(), key, type: await typeOf() }
    signal.throwIfAborted()
    await copyObject(place, { from: staged, to: key, sizeBytes: stored.sizeBytes }, stored)
    return stored
  } finally {
    // What stays is discarded with what killed processes have left.
    await place.client.send(new DeleteObjectCommand(objectOf(place, staged))).catch(() => undefined)
  }
}

/** Takes pieces until they are more than `most` bytes or end. */
async function collect(
  bytes: AsyncIterator<Uint8Array>,
  most: number,
): Promise<{ readonly begun: readonly Uint8Array[]; readonly isWhole: boolean }> {
  const begun: Uint8Array[] = []
  for (let size = 0; size <= most; ) {
    const next = await bytes.next()
    if (next.done) return { begun, isWhole: true }
    begun.push(next.value)
    size += next.value.length
  }
  return { begun, isWhole: false }
}

const sizeOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)

async function* joined(
  begun: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const waiting = [...begun]
  try {
    for (let piece = waiting.shift(); piece; piece = waiting.shift()) yield piece
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

async function sendWhole(
  place: S3Place,
  { key, sha256, type, sizeBytes }: StoredBlob,
  bytes: Uint8Array,
): Promise<void> {
  const request = {
    ...objectOf(place, key),
    Body: bytes,
    ContentLength: sizeBytes,
    ContentType: type,
    Metadata: { sha256 },
  }
  const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64')
  await withChecksum(place, (hasChecksums) =>
    place.client.send(
      new PutObjectCommand({ ...request, ...(hasChecksums ? { ChecksumSHA256 } : {}) }),
    ),
  )
}

/** Where the bytes fail, so does the upload, once its parts are removed again. */
async function sendParts(
  place: S3Place,
  key: string,
  bytes: Readable,
  facts?: { readonly sha256: string; readonly type: string },
): Promise<void> {
  const upload = new Upload({
    client: place.client,
    partSize: place.sizes.partBytes,
    queueSize: PARTS_AT_ONCE,
    params: {
      ...objectOf(place, key),
      Body: bytes,
      ...(facts ? { ContentType: facts.type, Metadata: { sha256: facts.sha256 } } : {}),
      ...(place.hasChecksums ? { ChecksumAlgorithm: 'SHA256' } : {}),
    },
  })
  try {
    await upload.done()
  } finally {
    bytes.destroy()
  }
}
