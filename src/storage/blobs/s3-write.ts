import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { NewBlob, StoredBlob } from './blobs.ts'
import { receive } from './receive.ts'
import { copyObject } from './s3-copy.ts'
import { objectOf, type S3Place, UNFINISHED, withChecksum } from './s3-place.ts'

/** Parts that are sent at once; each is held in memory. */
const PARTS_AT_ONCE = 3

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
  const { begun, isWhole } = await collect(rest, place.sizes.partBytes)
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
