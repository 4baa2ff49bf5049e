import type { FileHandle } from 'node:fs/promises'
import { expectThat } from './format-error.ts'

/** Bytes with random access: an open file, or a buffer in memory. */
export interface ByteSource {
  readonly size: number
  /** Fills `into` from `position`. Returns the number of bytes read, which is less than asked only at the end. */
  read(into: Uint8Array, position: number): Promise<number>
}

/** A range of a source, in bytes. */
export interface ByteRange {
  readonly start: number
  readonly length: number
}

/** Size of a block: 512 KiB keeps the disk and the hash busy, and two blocks are all the memory that reading takes. */
const BLOCK = 512 * 1024
const WINDOW = 64 * 1024

/** Makes a source of an open file, which the caller closes. Throws what the file system throws. */
export async function fileSource(file: FileHandle): Promise<ByteSource> {
  const { size } = await file.stat()
  return {
    size,
    async read(into, position) {
      let filled = 0
      while (filled < into.length) {
        const wanted = into.length - filled
        const { bytesRead } = await file.read(into, filled, wanted, position + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return filled
    },
  }
}

/** Makes a source of bytes in memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    async read(into, position) {
      const part = bytes.subarray(position, position + into.length)
      into.set(part)
      return part.length
    },
  }
}

/**
 * Yields the bytes of a range in blocks and reads the next block meanwhile. A block is overwritten two steps later. Throws
 * `FormatError` where the source has become shorter, and the signal's reason on abort.
 */
export async function* readBlocks(
  source: ByteSource,
  { start, length }: ByteRange,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const size = Math.min(BLOCK, length)
  const buffers = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)] as const
  const end = start + length
  const fetch = (n: number): Promise<Uint8Array> => {
    const at = start + n * size
    const block = buffers[(n & 1) as 0 | 1].subarray(0, Math.min(size, end - at))
    return readInto(source, block, at)
  }
  const count = size === 0 ? 0 : Math.ceil(length / size)
  let next = count > 0 ? fetch(0) : undefined
  for (let n = 0; next !== undefined; n++) {
    signal.throwIfAborted()
    const block: Uint8Array = await next
    next = n + 1 < count ? fetch(n + 1) : undefined
    // Without a handler, a failed read would be an unhandled rejection if the caller stopped here.
    next?.catch(() => undefined)
    yield block
  }
}

async function readInto(source: ByteSource, block: Uint8Array, at: number): Promise<Uint8Array> {
  expectThat((await source.read(block, at)) === block.length, 'The file ends too early.')
  return block
}

/** Reads a short range into memory. Throws `FormatError` where the source ends before it. */
export async function readRange(source: ByteSource, { start, length }: ByteRange): Promise<Buffer> {
  expectThat(start >= 0 && start + length <= source.size, 'The file ends too early.')
  const bytes = Buffer.alloc(length)
  await readInto(source, bytes, start)
  return bytes
}

/** Reads headers that mostly follow one another, through a window of 64 KiB. */
export interface BufferedReader {
  readonly size: number
  /** Returns up to `length` bytes (at most 64 KiB) at `position`, fewer at the end. Valid until the next call. */
  peek(position: number, length: number): Promise<Buffer>
}

/** Makes a buffered reader of a source. It checks the signal whenever it reads a window. */
export function bufferedReader(source: ByteSource, signal: AbortSignal): BufferedReader {
  const window = Buffer.allocUnsafe(Math.min(WINDOW, source.size))
  let from = 0
  let filled = 0
  return {
    size: source.size,
    async peek(position, length) {
      const end = Math.min(position + length, source.size)
      if (position < from || end > from + filled) {
        signal.throwIfAborted()
        from = position
        filled = 0
        filled = await source.read(window, position)
      }
      return window.subarray(
        position - from,
        Math.max(position, Math.min(end, from + filled)) - from,
      )
    },
  }
}
