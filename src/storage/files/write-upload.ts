import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { sniff } from '#media/sniff.ts'
import type { FileContent } from '#storage/db/files.ts'
import type { Awaitable } from '#storage/db/steps.ts'
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

/**
 * `bytes`, or the reason of `signal` at once, even while the next piece is waited for. Each wait is a promise of its own:
 * one that all were raced against would keep every piece in memory until the end.
 */
async function* untilAborted(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  let stopWaiting = (_reason: unknown): void => undefined
  const abort = (): void => stopWaiting(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    while (true) {
      signal.throwIfAborted()
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        stopWaiting = reject
        iterator.next().then(resolve, reject)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // A generator that waits for its next piece ends only after that: it is told, and not waited for.
    if (signal.aborted) iterator.return?.()?.catch(() => undefined)
    else await iterator.return?.()
  }
}
