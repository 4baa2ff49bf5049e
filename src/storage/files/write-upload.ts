import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { sniff } from '#media/sniff.ts'
import type { FileContent } from '#storage/db/files.ts'
import type { Awaitable } from '#storage/db/steps.ts'
import { untilAborted } from '#storage/until-aborted.ts'
import { describeDiskError, discard, syncFolder } from './folders.ts'

interface Place {
  readonly folder: string
  readonly whole: string
  readonly part: string
}

/**
 * Streams `bytes` to disk, no faster than it takes them, and makes them a whole file: written, synced, renamed.
 * `take` is told of every piece before it is written. Nothing is left where this throws: AppError('storage/failed') for
 * a disk that is full or closed, and whatever `take`, `bytes` and `signal` throw.
 */
export async function writeUpload(
  { folder, whole, part }: Place,
  bytes: AsyncIterable<Uint8Array>,
  take: (bytes: number) => Awaitable<void>,
  signal: AbortSignal,
): Promise<FileContent> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(part, 'wx', 0o600)
    const content = await fill(file, bytes, take, signal).finally(() => file.close())
    const { mediaType } = await sniff(part)
    await rename(part, whole)
    await syncFolder(folder)
    signal.throwIfAborted()
    return { ...content, mediaType }
  } catch (error) {
    await discard(part, whole)
    throw describeDiskError(error, 'The file could not be stored')
  }
}

async function fill(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  take: (bytes: number) => Awaitable<void>,
  signal: AbortSignal,
): Promise<Omit<FileContent, 'mediaType'>> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const piece of untilAborted(bytes, signal)) {
    await take(piece.length)
    hash.update(piece)
    sizeBytes += piece.length
    await file.writeFile(piece)
  }
  await file.sync()
  return { sizeBytes, sha256: hash.digest() }
}
