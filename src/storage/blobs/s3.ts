import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { AppError } from '#shared/errors.ts'
import type { BlobFacts, Blobs, LinkOptions, ListedBlob } from './blobs.ts'
import { checkKey, checkPrefix } from './keys.ts'
import { parseS3Address } from './s3-address.ts'
import { createS3Client, type S3Waits } from './s3-client.ts'
import { copyObject } from './s3-copy.ts'
import { isMissing } from './s3-errors.ts'
import { inS3Words, objectOf, type S3Place, type S3Sizes, UNFINISHED } from './s3-place.ts'
import { getObject, NO_TYPE } from './s3-read.ts'
import { unfinishedObjects } from './s3-unfinished.ts'
import { putObject } from './s3-write.ts'
import { createTurnstile } from './turnstile.ts'

export interface S3Options extends Partial<S3Sizes> {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly waits?: S3Waits
}

const MIB = 1024 * 1024
/** Large blobs that are put at once; each holds four parts in memory at most. */
const LARGE_AT_ONCE = 16
/** Seven days, the longest time that a signature lasts (AWS Signature Version 4), in seconds. */
const MAX_LINK_SECONDS = 604_800
const NEVER = new AbortController().signal

/**
 * Blobs as objects of a bucket; `parseS3Address` says what an address is. Nothing is asked of the server before the first use.
 * Throws AppError('settings/invalid').
 */
export function createS3Blobs(
  text: string,
  { env, waits, partBytes = 5 * MIB, copyBytes = 512 * MIB }: S3Options,
): Blobs {
  const address = parseS3Address(text, env)
  const client = createS3Client(address, address.endpoint, waits)
  const signing =
    address.public === undefined || address.public === 'none'
      ? client
      : createS3Client(address, address.public, waits)
  const place: S3Place = {
    client,
    address,
    sizes: { partBytes, copyBytes },
    large: createTurnstile(LARGE_AT_ONCE),
    hasChecksums: true,
  }
  const head = async (key: string): Promise<BlobFacts | undefined> => {
    checkKey(key)
    const found = await client.send(new HeadObjectCommand(objectOf(place, key))).catch((error) => {
      if (!isMissing(error)) throw error
      return undefined
    })
    return (
      found && {
        key,
        sizeBytes: found.ContentLength ?? 0,
        modified: found.LastModified ?? new Date(0),
        sha256: found.Metadata?.['sha256'],
        type: found.ContentType ?? NO_TYPE,
      }
    )
  }
  const remove = async (key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand(objectOf(place, key)))
  }
  const copy = async (from: string, to: string): Promise<void> => {
    checkKey(to)
    const known = await head(from)
    if (!known) throw missing(from)
    if (from !== to) await copyObject(place, { from, to, sizeBytes: known.sizeBytes }, known)
  }
  return {
    async check() {
      await inS3Words(place, 'read', () =>
        client.send(
          new ListObjectsV2Command({ Bucket: address.bucket, Prefix: address.prefix, MaxKeys: 1 }),
        ),
      )
      const probe = `${UNFINISHED}${randomBytes(8).toString('hex')}`
      const bytes = Buffer.from('x')
      await inS3Words(place, 'written', async () => {
        await putObject(place, probe, { bytes, type: 'text/plain' }, NEVER)
      })
      const written = await getObject(place, probe, undefined, undefined)
      if (written) await inS3Words(place, 'read', () => buffer(written.bytes))
      await inS3Words(place, 'deleted', () => remove(probe))
    },
    async put(key, blob, signal = NEVER) {
      checkKey(key)
      return inS3Words(place, 'written', () => putObject(place, key, blob, signal))
    },
    async get(key, { range, signal } = {}) {
      checkKey(key)
      return getObject(place, key, range, signal)
    },
    head: (key) => inS3Words(place, 'read', () => head(key)),
    list(prefix, after) {
      checkPrefix(prefix)
      return blobsIn(place, prefix, after)
    },
    async remove(key) {
      checkKey(key)
      await inS3Words(place, 'deleted', () => remove(key))
    },
    async removeAll(prefix) {
      checkPrefix(prefix)
      let count = 0
      for await (const page of pagesOf(place, prefix, undefined)) {
        const keys = page.map(({ key }) => key)
        await inS3Words(place, 'deleted', () => removeMany(place, keys))
        count += keys.length
      }
      return count
    },
    copy: (from, to) => inS3Words(place, 'written', () => copy(from, to)),
    move: (from, to) =>
      inS3Words(place, 'written', async () => {
        await copy(from, to)
        if (from !== to) await remove(from)
      }),
    async link(key, options) {
      checkKey(key)
      if (address.public === 'none') return undefined
      return inS3Words(place, 'read', () => signedUrl(place, signing, key, options))
    },
    pathOf: () => undefined,
    unfinished(prefix) {
      checkPrefix(prefix)
      return unfinishedObjects(place, prefix)
    },
    async discardUnfinished(before) {
      let count = 0
      for await (const one of unfinishedObjects(place, '')) {
        if (one.modified >= before) continue
        await one.discard()
        count++
      }
      return count
    },
    close() {
      client.destroy()
      signing.destroy()
    },
  }
}

async function* blobsIn(
  place: S3Place,
  prefix: string,
  after: string | undefined,
): AsyncGenerator<ListedBlob> {
  for await (const page of pagesOf(place, prefix, after)) yield* page
}

/** Pages of a thousand. What was deleted meanwhile is no reason to begin anew. */
async function* pagesOf(
  place: S3Place,
  prefix: string,
  after: string | undefined,
): AsyncGenerator<readonly ListedBlob[]> {
  const { bucket, prefix: root } = place.address
  const start = after === undefined ? {} : { StartAfter: root + after }
  let token: string | undefined
  do {
    const page = await inS3Words(place, 'read', () =>
      place.client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: root + prefix,
          ...(token === undefined ? start : { ContinuationToken: token }),
        }),
      ),
    )
    const found = (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
      key: Key.slice(root.length),
      sizeBytes: Size,
      modified: LastModified ?? new Date(0),
    }))
    yield found.filter(({ key }) => !key.startsWith('.'))
    token = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (token !== undefined)
}

async function removeMany(place: S3Place, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { client, address } = place
  const Objects = keys.map((key) => ({ Key: address.prefix + key }))
  const request = { Bucket: address.bucket, Delete: { Objects, Quiet: true } }
  const { Errors = [] } = await client.send(new DeleteObjectsCommand(request))
  const [first] = Errors
  if (first) throw Object.assign(new Error(first.Message), { Code: first.Code, $metadata: {} })
}

async function signedUrl(
  place: S3Place,
  client: S3Place['client'],
  key: string,
  { ttlSeconds, type, disposition }: LinkOptions,
): Promise<string> {
  const command = new GetObjectCommand({
    ...objectOf(place, key),
    ...(type === undefined ? {} : { ResponseContentType: type }),
    ...(disposition === undefined ? {} : { ResponseContentDisposition: disposition }),
  })
  return getSignedUrl(client, command, { expiresIn: Math.min(ttlSeconds, MAX_LINK_SECONDS) })
}

function missing(key: string): AppError {
  return new AppError(
    'file/not-found',
    `There is no stored file "${key}". It may have been deleted.`,
  )
}
