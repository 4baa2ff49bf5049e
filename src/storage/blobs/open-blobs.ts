import { resolve } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { Blobs } from './blobs.ts'
import { createFolderBlobs } from './folder.ts'

/**
 * The blobs at an address: `s3://…` as `parseS3Address` reads it, or the path of a folder. Throws
 * AppError('settings/invalid') for an address that is none.
 */
export async function openBlobs(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Blobs> {
  const [, scheme] = /^([a-z][a-z\d+.-]+):\/\//i.exec(address) ?? []
  if (scheme !== undefined && scheme.toLowerCase() !== 's3')
    throw new AppError(
      'settings/invalid',
      `Files cannot be kept at an address that begins with ${scheme}://. Name a folder, or a bucket as s3://bucket/prefix?endpoint=https://…&region=….`,
    )
  if (!/^s3:/i.test(address)) return createFolderBlobs(resolve(address))
  // It takes a third of a second to load, which nobody waits for who has a folder.
  const { createS3Blobs } = await import('./s3.ts')
  return createS3Blobs(address, { env })
}
