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
  if (!/^s3:/i.test(address)) return createFolderBlobs(address)
  // It takes a third of a second to load, which nobody waits for who has a folder.
  const { createS3Blobs } = await import('./s3.ts')
  return createS3Blobs(address, { env })
}
