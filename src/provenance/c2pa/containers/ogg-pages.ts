import { expectThat } from '#provenance/c2pa/format-error.ts'

/** First bytes of the packet of a C2PA stream (C2PA 2.4, annex A.3.5). */
export const C2PA_PACKET_MAGIC: Buffer = Buffer.from('\0c2pa', 'latin1')

const CONTINUED = 0x01
const BOS = 0x02
const EOS = 0x04
const HEAD = 27
const MOST_SEGMENTS = 255
const PAGE_DATA = MOST_SEGMENTS * 255

/** Table of the CRC-32 of Ogg (RFC 3533, section 6): polynomial 0x04C11DB7, not reflected, initial value 0, no final XOR. */
const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1
  return crc >>> 0
})

function checksum(page: Uint8Array): number {
  let crc = 0
  for (const byte of page) crc = ((crc << 8) ^ (CRC[(crc >>> 24) ^ byte] ?? 0)) >>> 0
  return crc
}

/** Position of the packet with the store in its logical stream: alone, or second behind a beginning-of-stream page. */
export type StorePacket = 'only' | 'announced'

/** Encodes the pages of the packet with the store, up to the end of its logical stream. */
export function encodeStorePages(
  store: Uint8Array,
  serial: number,
  packetIs: StorePacket = 'only',
): Uint8Array {
  const packet = Buffer.concat([C2PA_PACKET_MAGIC, store])
  const lacings = Math.floor(packet.length / 255) + 1
  const isFirst = packetIs === 'only'
  const pages: Uint8Array[] = []
  for (let segment = 0; segment < lacings; segment += MOST_SEGMENTS) {
    const segments = Math.min(MOST_SEGMENTS, lacings - segment)
    const data = packet.subarray(segment * 255, segment * 255 + PAGE_DATA)
    const isLast = segment + segments === lacings
    const begins = segment > 0 ? CONTINUED : isFirst ? BOS : 0
    const flags = begins | (isLast ? EOS : 0)
    const sequence = pages.length + (isFirst ? 0 : 1)
    pages.push(page({ flags, serial, sequence, segments, data, isLast }))
  }
  return Buffer.concat(pages)
}

/** Encodes the beginning-of-stream page of a store that comes later: its one packet is `C2PA_PACKET_MAGIC` alone. */
export function bosPage(serial: number): Uint8Array {
  const data = C2PA_PACKET_MAGIC
  return page({ flags: BOS, serial, sequence: 0, segments: 1, data, isLast: true })
}

interface PagePlan {
  readonly flags: number
  readonly serial: number
  readonly sequence: number
  readonly segments: number
  readonly data: Uint8Array
  readonly isLast: boolean
}

function page({ flags, serial, sequence, segments, data, isLast }: PagePlan): Uint8Array {
  const head = Buffer.alloc(HEAD + segments, 255)
  head.write('OggS', 0, 'latin1')
  head[4] = 0
  head[5] = flags
  head.writeBigInt64LE(isLast ? 0n : -1n, 6)
  head.writeUInt32LE(serial, 14)
  head.writeUInt32LE(sequence, 18)
  head.writeUInt32LE(0, 22)
  head[26] = segments
  if (isLast) head[HEAD + segments - 1] = data.length % 255
  const whole = Buffer.concat([head, data])
  whole.writeUInt32LE(checksum(whole), 22)
  return whole
}

/**
 * Decodes the store from its pages. The data hash leaves all of them out, so nothing may be hidden in them: throws
 * `FormatError` unless they are, byte for byte, what `encodeStorePages` writes for this store.
 */
export function decodeStorePages(run: Buffer, packetIs: StorePacket = 'only'): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 0; at < run.length; ) {
    const segments = run[at + 26] ?? 0
    const lacings = run.subarray(at + HEAD, at + HEAD + segments)
    const length = lacings.reduce((sum, lacing) => sum + lacing, 0)
    const from = at + HEAD + segments
    parts.push(run.subarray(from, from + length))
    at = from + length
  }
  const store = Buffer.concat(parts).subarray(C2PA_PACKET_MAGIC.length)
  const isCanonical = run.equals(encodeStorePages(store, run.readUInt32LE(14), packetIs))
  expectThat(isCanonical, 'The Ogg pages of the manifest store are not in their standard form.')
  return store
}
