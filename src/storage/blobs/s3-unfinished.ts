import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  ListPartsCommand,
} from '@aws-sdk/client-s3'
import type { UnfinishedBlob } from './blobs.ts'
import { isMissing } from './s3-errors.ts'
import { inS3Words, type S3Place, UNFINISHED } from './s3-place.ts'

/** Uploads in parts that are not complete, and objects that were not yet copied to their key. Throws as `Blobs.unfinished` says. */
export async function* unfinishedObjects(
  place: S3Place,
  prefix: string,
): AsyncGenerator<UnfinishedBlob> {
  // The empty prefix has all others in it.
  const prefixes = prefix === '' ? [''] : [prefix, UNFINISHED + prefix]
  for (const begin of prefixes) yield* uploadsIn(place, begin)
  yield* stagedIn(place, UNFINISHED + prefix)
}

async function* uploadsIn(place: S3Place, prefix: string): AsyncGenerator<UnfinishedBlob> {
  const { client, address } = place
  const Bucket = address.bucket
  let marker: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | undefined = {}
  while (marker) {
    const request = { Bucket, Prefix: address.prefix + prefix, ...marker }
    const page: ListMultipartUploadsCommandOutput = await inS3Words(place, 'read', () =>
      client.send(new ListMultipartUploadsCommand(request)),
    )
    for (const { Key = '', UploadId = '', Initiated = new Date(0) } of page.Uploads ?? []) {
      const upload = { Bucket, Key, UploadId }
      const modified = await inS3Words(place, 'read', () => lastPart(place, upload, Initiated))
      const discard = (): Promise<void> =>
        inS3Words(place, 'deleted', async () => {
          await client.send(new AbortMultipartUploadCommand(upload)).catch(unlessGone)
        })
      yield { key: keyOf(place, Key), modified, discard }
    }
    marker = page.IsTruncated
      ? {
          ...(page.NextKeyMarker ? { KeyMarker: page.NextKeyMarker } : {}),
          ...(page.NextUploadIdMarker ? { UploadIdMarker: page.NextUploadIdMarker } : {}),
        }
      : undefined
  }
}

/** When an upload last got a part. */
async function lastPart(
  { client }: S3Place,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string },
  initiated: Date,
): Promise<Date> {
  let last = initiated
  let marker: string | undefined
  do {
    const from = marker === undefined ? {} : { PartNumberMarker: marker }
    const page = await client.send(new ListPartsCommand({ ...upload, ...from })).catch(unlessGone)
    for (const { LastModified } of page?.Parts ?? [])
      if (LastModified && LastModified > last) last = LastModified
    marker = page?.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (marker !== undefined)
  return last
}

async function* stagedIn(place: S3Place, prefix: string): AsyncGenerator<UnfinishedBlob> {
  const { client, address } = place
  const Bucket = address.bucket
  let token: string | undefined
  do {
    const from = token === undefined ? {} : { ContinuationToken: token }
    const request = { Bucket, Prefix: address.prefix + prefix, ...from }
    const page = await inS3Words(place, 'read', () =>
      client.send(new ListObjectsV2Command(request)),
    )
    for (const { Key = '', LastModified = new Date(0) } of page.Contents ?? []) {
      const discard = (): Promise<void> =>
        inS3Words(place, 'deleted', async () => {
          await client.send(new DeleteObjectCommand({ Bucket, Key }))
        })
      yield { key: keyOf(place, Key), modified: LastModified, discard }
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (token !== undefined)
}

/** The key that an object will have. */
function keyOf({ address }: S3Place, key: string): string {
  const own = key.slice(address.prefix.length)
  return own.startsWith(UNFINISHED) ? own.slice(UNFINISHED.length).replace(/\/[^/]*$/, '') : own
}

/** Completed or discarded meanwhile. */
function unlessGone(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
