import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import type { ChunkExtent } from '#storage/db/batch-chunks.ts'
import { inputKeyOf } from './keys.ts'
import { decodeLine, type SourceLine } from './line.ts'

const NEWLINE = 0x0a

/** A line of a chunk, and where it lies in the input of its batch. */
export interface ChunkLine {
  readonly source: SourceLine
  readonly startByte: number
  readonly endByte: number
}

/** Reads the lines of a chunk. Throws AppError('storage/failed') and ('storage/busy'). */
export async function readChunk(
  blobs: Blobs,
  chunk: ChunkExtent,
  signal?: AbortSignal,
): Promise<readonly ChunkLine[]> {
  const range = { start: chunk.startByte, end: chunk.endByte - 1 }
  const content = await blobs.get(inputKeyOf(chunk.batchId), { range, signal })
  if (!content)
    throw new AppError('storage/failed', 'The lines of the batch are gone. Send the batch again.')
  const pieces: Uint8Array[] = []
  for await (const piece of content.bytes) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const lines: ChunkLine[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, start)
    const [startByte, endByte] = [chunk.startByte + start, chunk.startByte + end + 1]
    lines.push({ source: decodeLine(bytes.toString('utf8', start, end)), startByte, endByte })
    start = end + 1
  }
  return lines
}
