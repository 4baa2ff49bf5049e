import { expectThat } from '#core/sign/unreadable.ts'
import { announcingPage } from './ogg-pages.ts'

const HEAD = 27
const ENDS = 0x04
const LAST_SERIAL = 999

/** A serial number of at most three digits that no stream of the file has. Throws `Unreadable` where all are taken. */
export function freeSerial(used: ReadonlySet<number>): number {
  for (let serial = 1; serial <= LAST_SERIAL; serial++) if (!used.has(serial)) return serial
  expectThat(false, 'it has too many streams')
  return 0
}

/**
 * The pages of an Ogg stream of one sound with a page behind the first that begins the stream of its store; the last
 * page is the return value, because the store stands in front of it. Throws RangeError for bytes that are not so.
 */
export async function* aroundLastPage(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, Uint8Array> {
  let isAnnounced = false
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  for await (const piece of bytes) {
    rest = Buffer.concat([rest, piece])
    const pages: Uint8Array[] = []
    // The last one stays: what comes behind it is a fault.
    for (let length = lengthOfPage(rest); length !== undefined; length = lengthOfPage(rest)) {
      if ((rest[5] ?? 0) & ENDS) break
      pages.push(rest.subarray(0, length))
      if (!isAnnounced) pages.push(announcingPage(freeSerial(new Set([rest.readUInt32LE(14)]))))
      isAnnounced = true
      rest = rest.subarray(length)
    }
    if (pages.length > 0) yield Buffer.concat(pages)
  }
  if (!isAnnounced && rest.length === 0) return rest
  if (!isAnnounced || lengthOfPage(rest) !== rest.length)
    throw new RangeError('An Ogg stream did not end with one last page.')
  return rest
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
