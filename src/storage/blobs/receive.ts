import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { NewBlob } from './blobs.ts'

/** Bytes on their way into a store. */
export interface Received {
  /** To be read once. Throws what `NewBlob` says, instead of ending, where something other than announced has come. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** What has come, after the end. */
  result(): { readonly sizeBytes: number; readonly sha256: string }
}

/** Measures the bytes of a blob as they pass, and checks them against what was announced. */
export function receive(
  { bytes, sha256, sizeBytes, onPiece }: NewBlob,
  signal: AbortSignal,
): Received {
  const hash = createHash('sha256')
  let size = 0
  let found = ''
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    const source = bytes instanceof Uint8Array ? one(bytes) : bytes
    for await (const piece of untilAborted(source, signal)) {
      onPiece?.(piece)
      hash.update(piece)
      size += piece.length
      if (sizeBytes !== undefined && size > sizeBytes) throw wrongSize(sizeBytes, 'more')
      yield piece
    }
    signal.throwIfAborted()
    if (sizeBytes !== undefined && size < sizeBytes) throw wrongSize(sizeBytes, String(size))
    found = hash.digest('hex')
    if (sha256 !== undefined && sha256 !== found) throw wrongHash(sha256, found)
  }
  return { bytes: pass(), result: () => ({ sizeBytes: size, sha256: found }) }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
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

function wrongSize(expected: number, came: string): AppError {
  return new AppError(
    'request/invalid',
    `${expected} bytes were announced, and ${came} came. Nothing was stored: send the whole file again.`,
  )
}

function wrongHash(expected: string, found: string): AppError {
  return new AppError(
    'request/invalid',
    `These are not the bytes that were announced: their SHA-256 is ${found} instead of ${expected}. Nothing was stored: send the file again.`,
  )
}
