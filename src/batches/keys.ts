import { createHash } from 'node:crypto'
import type { ChunkName } from '#storage/db/batch-chunks.ts'

/** Where everything of a batch lies among the blobs. */
export const prefixOf = (batchId: string): string => `batches/${batchId}/`

/** Where the lines of a batch lie. */
export const inputKeyOf = (batchId: string): string => `${prefixOf(batchId)}input.jsonl`

/** Where a result of a chunk lies, by what it is: the same bytes lie there once. */
export function resultKeyOf(
  { batchId, firstLine }: ChunkName,
  pieces: readonly Uint8Array[],
): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return `${prefixOf(batchId)}${String(firstLine).padStart(8, '0')}-${hash.digest('hex').slice(0, 32)}`
}

/** Id of a chunk, the same for everybody who asks: for a queue. */
export const chunkIdOf = ({ batchId, firstLine, lastLine }: ChunkName): string =>
  `${batchId}-${firstLine}-${lastLine}`
