import { type ByteRange, type ByteSource, readRange } from '#provenance/c2pa/byte-source.ts'
import type { Id3Frame } from './id3.ts'
import { synchsafe } from './id3.ts'

const MEDIA_TYPE = 'application/c2pa'
/** Bytes in front of the store in the frame: encoding (ISO 8859-1), media type, file name, description. */
const PREFIX = Buffer.from(`\0${MEDIA_TYPE}\0c2pa\0c2pa manifest store\0`, 'latin1')
/** More than the three texts of any frame known. */
const LONGEST_PREFIX = 1_024

/** Encodes a GEOB frame up to its store (C2PA 2.4, annex A.3.4). */
export function geobHeader(version: number, storeLength: number): Uint8Array {
  const size = PREFIX.length + storeLength
  const plain = Buffer.alloc(4)
  plain.writeUInt32BE(size)
  const length = version === 4 ? synchsafe(size) : plain
  return Buffer.concat([Buffer.from('GEOB', 'latin1'), length, Buffer.alloc(2), PREFIX])
}

/**
 * Range of the manifest store in a frame. Undefined for a frame without one. The range is empty where the frame is
 * compressed or unsynchronised, so that the store cannot be excluded byte for byte.
 */
export async function storeInGeob(
  source: ByteSource,
  frame: Id3Frame,
): Promise<ByteRange | undefined> {
  if (frame.id !== 'GEOB') return undefined
  const content = frame.pieces[1]
  if (content === undefined) return undefined
  const prefix =
    content instanceof Uint8Array
      ? Buffer.from(content.subarray(0, LONGEST_PREFIX))
      : await readRange(source, { ...content, length: Math.min(content.length, LONGEST_PREFIX) })
  const typeEnd = prefix.indexOf(0, 1)
  if (prefix.toString('latin1', 1, Math.max(1, typeEnd)) !== MEDIA_TYPE) return undefined
  const unit = prefix[0] === 1 || prefix[0] === 2 ? 2 : 1
  const nameEnd = textEnd(prefix, typeEnd + 1, unit)
  const from = nameEnd === undefined ? undefined : textEnd(prefix, nameEnd, unit)
  if (frame.data === undefined || from === undefined)
    return { start: frame.data?.start ?? 0, length: 0 }
  return { start: frame.data.start + from, length: frame.data.length - from }
}

function textEnd(bytes: Buffer, from: number, unit: number): number | undefined {
  for (let at = from; at + unit <= bytes.length; at += unit)
    if (bytes.subarray(at, at + unit).every((byte) => byte === 0)) return at + unit
  return undefined
}
