import { expectThat } from '#provenance/c2pa/format-error.ts'
import { bosPage } from './ogg-pages.ts'

const HEAD = 27
const ENDS = 0x04
const LAST_SERIAL = 999

/** A serial number of at most three digits that no stream of the file has. Throws `Unreadable` where all are taken. */
export function unusedSerial(used: ReadonlySet<number>): number {
  for (let serial = 1; serial <= LAST_SERIAL; serial++) if (!used.has(serial)) return serial
  expectThat(false, 'it has too many streams')
  return 0
}

/**
 * The pages of an Ogg stream of one sound with a page behind the first that begins the stream of its store; the last
 * page is the return value, because the store stands in front of it. Throws RangeError for bytes that are not so.
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

/** Pages, the first of which begins the sound, with the page that announces the store behind that one. */
function announced(pages: Buffer): Buffer {
  const first = lengthOfPage(pages)
  const serial = unusedSerial(new Set([pages.readUInt32LE(14)]))
  return Buffer.concat([pages.subarray(0, first), bosPage(serial), pages.subarray(first)])
}

/** Of the whole pages at the start, without the last of their stream: what comes behind that one is a fault. */
function lengthOfPages(bytes: Buffer): number {
  for (let at = 0; ; ) {
    const rest = bytes.subarray(at)
    const length = lengthOfPage(rest)
    if (length === undefined || (rest[5] ?? 0) & ENDS) return at
    at += length
  }
}

/** Of the page that begins there; undefined while it is not there as a whole. */
function lengthOfPage(bytes: Buffer): number | undefined {
  const segments = bytes[HEAD - 1]
  if (segments === undefined || bytes.length < HEAD + segments) return undefined
  if (bytes.toString('latin1', 0, 4) !== 'OggS')
    throw new RangeError('The encoder made something that is not Ogg.')
  let length = HEAD + segments
  for (const lacing of bytes.subarray(HEAD, length)) length += lacing
  return length <= bytes.length ? length : undefined
}
