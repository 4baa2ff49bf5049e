import type { BufferedReader } from '#provenance/c2pa/byte-source.ts'

/** An EBML element (RFC 8794): offsets of its header and of its data, and the length of the data, in bytes. */
export interface EbmlElement {
  readonly id: number
  readonly start: number
  readonly dataStart: number
  /** Undefined for an unknown size: the element reaches to the first one that cannot be inside it. */
  readonly dataLength: number | undefined
}

const LONGEST_HEAD = 12

/** Reads the header of the element at `start`. Undefined where there is none. */
export async function readElement(
  cursor: BufferedReader,
  start: number,
): Promise<EbmlElement | undefined> {
  const head = await cursor.peek(start, LONGEST_HEAD)
  const idLength = Math.clz32(head[0] ?? 0) - 23
  if (idLength > 4 || head.length <= idLength) return undefined
  const id = head.readUIntBE(0, idLength)
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23
  if (sizeLength > 8 || head.length < idLength + sizeLength) return undefined
  let dataLength = (head[idLength] ?? 0) & (0xff >> sizeLength)
  let isUnknown = dataLength === 0xff >> sizeLength
  for (const byte of head.subarray(idLength + 1, idLength + sizeLength)) {
    dataLength = dataLength * 256 + byte
    isUnknown &&= byte === 0xff
  }
  if (!isUnknown && !Number.isSafeInteger(dataLength)) return undefined
  const dataStart = start + idLength + sizeLength
  return { id, start, dataStart, dataLength: isUnknown ? undefined : dataLength }
}

/** Encodes a data size in `width` bytes, or in as few as possible. Throws RangeError where it does not fit. */
export function encodeSize(length: number, width?: number): Uint8Array {
  const bytes = width ?? [1, 2, 3, 4, 5, 6, 7, 8].find((n) => fitsSize(length, n)) ?? 8
  if (!fitsSize(length, bytes)) throw new RangeError('A size does not fit its bytes.')
  const encoded = Buffer.alloc(bytes)
  let rest = length
  for (let at = bytes - 1; at >= 0; at--) {
    encoded[at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  encoded[0] = (encoded[0] ?? 0) | (0x80 >> (bytes - 1))
  return encoded
}

/** True if a data size fits into `width` bytes. All ones are reserved: they mean an unknown size. */
export function fitsSize(length: number, width: number): boolean {
  return length < 2 ** (7 * width) - 1
}

/** Encodes the header of an element: its id and its data size. */
export function encodeElementHeader(id: number, dataLength: number): Uint8Array {
  const bytes = id > 0xff_ffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1
  const encoded = Buffer.alloc(bytes)
  encoded.writeUIntBE(id, 0, bytes)
  return Buffer.concat([encoded, encodeSize(dataLength)])
}

/** Encodes an element with its data. */
export function encodeElement(id: number, data: Uint8Array): Uint8Array {
  return Buffer.concat([encodeElementHeader(id, data.length), data])
}
