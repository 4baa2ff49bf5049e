import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'

/** Passes the bytes of a whole blob on, and throws AppError('storage/failed') at their end where they are others than were put. */
export async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  { key, sha256 }: { readonly key: string; readonly sha256: string },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== sha256)
    throw new AppError(
      'storage/failed',
      `The stored file "${key}" is damaged: its bytes are not those that were stored. Restore it from a backup.`,
    )
}
