import type { BufferedReader } from '#provenance/c2pa/byte-source.ts'

/** An EBML element (RFC 8794): where its head and its data begin, and how long its data is. */
export interface EbmlElement {
  readonly id: number
  readonly start: number
  readonly dataStart: number
  /** Undefined: "unknown", until an element that cannot be inside it. */
  readonly dataLength: number | undefined
}

const LONGEST_HEAD = 12

/** The element whose head begins at `start`; undefined where none can be read. */
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

/** A data size in `width` bytes, or in as few as it fits in. Throws RangeError where it does not fit. */
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

/** Whether a data size can be written in `width` bytes; all ones mean "unknown". */
export function fitsSize(length: number, width: number): boolean {
  return length < 2 ** (7 * width) - 1
}

/** The head of an element. */
export function encodeElementHeader(id: number, dataLength: number): Uint8Array {
  const bytes = id > 0xff_ffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1
  const encoded = Buffer.alloc(bytes)
  encoded.writeUIntBE(id, 0, bytes)
  return Buffer.concat([encoded, encodeSize(dataLength)])
}

/** A whole element. */
export function encodeElement(id: number, data: Uint8Array): Uint8Array {
  return Buffer.concat([encodeElementHeader(id, data.length), data])
}
