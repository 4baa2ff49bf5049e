import { expectThat } from '#provenance/c2pa/format-error.ts'
import { bosPage } from './ogg-pages.ts'

const HEAD = 27
const ENDS = 0x04
const LAST_SERIAL = 999

/** Smallest serial number from 1 to 999 that no stream of the file has. Throws `FormatError` where all are taken. */
export function unusedSerial(used: ReadonlySet<number>): number {
  for (let serial = 1; serial <= LAST_SERIAL; serial++) if (!used.has(serial)) return serial
  expectThat(false, 'it has too many streams')
  return 0
}

/**
 * Passes on the pages of an Ogg file with one logical stream, and inserts behind the first one the beginning-of-stream
 * page of its manifest store. The last page is the return value, because the store goes in front of it. Throws RangeError
 * for bytes that are no such file.
 */
export async function* splitLastPage(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, Uint8Array> {
  let isAnnounced = false
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  for await (const piece of bytes) {
    rest = Buffer.concat([rest, piece])
    const length = lengthOfPages(rest)
    if (length === 0) continue
    yield isAnnounced ? rest.subarray(0, length) : announced(rest.subarray(0, length))
    isAnnounced = true
    rest = rest.subarray(length)
  }
  if (!isAnnounced && rest.length === 0) return rest
  if (!isAnnounced || lengthOfPage(rest) !== rest.length)
    throw new RangeError('An Ogg stream did not end with one last page.')
  return rest
}

/** Inserts the beginning-of-stream page of the store behind the first page. */
function announced(pages: Buffer): Buffer {
  const first = lengthOfPage(pages)
  const serial = unusedSerial(new Set([pages.readUInt32LE(14)]))
  return Buffer.concat([pages.subarray(0, first), bosPage(serial), pages.subarray(first)])
}

/** Length in bytes of the complete pages at the start, up to the end-of-stream page, behind which nothing may come. */
function lengthOfPages(bytes: Buffer): number {
  for (let at = 0; ; ) {
    const rest = bytes.subarray(at)
    const length = lengthOfPage(rest)
    if (length === undefined || (rest[5] ?? 0) & ENDS) return at
    at += length
  }
}

/** Length in bytes of the page at the start. Undefined while it is incomplete. */
function lengthOfPage(bytes: Buffer): number | undefined {
  const segments = bytes[HEAD - 1]
  if (segments === undefined || bytes.length < HEAD + segments) return undefined
  if (bytes.toString('latin1', 0, 4) !== 'OggS')
    throw new RangeError('The encoder made something that is not Ogg.')
  let length = HEAD + segments
  for (const lacing of bytes.subarray(HEAD, length)) length += lacing
  return length <= bytes.length ? length : undefined
}
