import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Address } from './s3-address.ts'
import { describeS3Error, failureOf, type S3Action } from './s3-errors.ts'
import type { Turnstile } from './turnstile.ts'

/** A part of a bucket, and the way to it. */
export interface S3Place {
  readonly client: S3Client
  readonly address: S3Address
  readonly sizes: S3Sizes
  /** Admits puts of large blobs, of which each holds some parts in memory. */
  readonly large: Turnstile
  /** Whether the server has not yet refused to check a SHA-256. */
  hasChecksums: boolean
}

export interface S3Sizes {
  /** Size of the parts in which larger blobs are sent, in bytes; S3 takes none below 5 MiB. */
  readonly partBytes: number
  /** Size up to which a blob is copied at once, in bytes; S3 takes 5 GiB. */
  readonly copyBytes: number
}

/** Begins the keys of what is unfinished; no key of a blob begins with a dot. */
export const UNFINISHED = '.unfinished/'

/** Bucket and key of a blob, as requests name it. */
export function objectOf(
  { address }: S3Place,
  key: string,
): { readonly Bucket: string; readonly Key: string } {
  return { Bucket: address.bucket, Key: address.prefix + key }
}

/** Does something with the storage; its failures become words. */
export async function inS3Words<T>(
  { address }: S3Place,
  action: S3Action,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw describeS3Error(error, action, address)
  }
}

/** Sends something with the SHA-256 that the server checks, and without it where the server knows no such thing. */
export async function withChecksum<T>(
  place: S3Place,
  send: (hasChecksums: boolean) => Promise<T>,
): Promise<T> {
  if (!place.hasChecksums) return send(false)
  try {
    return await send(true)
  } catch (error) {
    if (failureOf(error).code !== 'NotImplemented') throw error
    const sent = await send(false)
    place.hasChecksums = false
    return sent
  }
}
