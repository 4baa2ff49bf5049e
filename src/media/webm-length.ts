import type { FileHandle } from 'node:fs/promises'
import { SAMPLE_RATE } from '#shared/audio.ts'

const SEGMENT = 0x1853_8067
const SEEK_HEAD = 0x114d_9b74
const INFO = 0x1549_a966
const CLUSTER = 0x1f43_b675
const VOID = 0xec
/** `Duration` with a number of eight bytes, and a Void of the same length where it is not known yet. */
const DURATION = Buffer.from([0x44, 0x89, 0x88])
const DURATION_LENGTH = DURATION.length + 8
const NOT_YET = Buffer.concat([Buffer.of(VOID, 0x80 | 9), Buffer.alloc(9)])
/** Longest start in front of the first cluster, in bytes. An encoder writes a few hundred. */
const LONGEST_HEAD = 65_536

/**
 * Rewrites the bytes in front of the first cluster of a live WebM with its `Duration` (RFC 9559, section 5.1.2), or with
 * room for it where `samples` is undefined. Returns undefined while there is no cluster yet. An index of what follows at once, and the
 * room kept behind it, are left out, because they would be wrong now. Throws RangeError for what is not a live WebM.
 */
export function webmHeadWith(samples: number | undefined, head: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const element = elementAt(head, at)
    if (!element) return tooShort(head)
    const { id, dataAt, length } = element
    if (id === CLUSTER) return Buffer.concat([...parts, head.subarray(at)])
    const end = id === SEGMENT ? dataAt : dataAt + length
    if (end > head.length) return tooShort(head)
    if (id === INFO) parts.push(infoWith(samples, head.subarray(dataAt, end)))
    else if (id !== SEEK_HEAD && id !== VOID) parts.push(head.subarray(at, end))
    at = end
  }
}

function tooShort({ length }: Buffer): undefined {
  if (length > LONGEST_HEAD) throw new RangeError('The encoder made another WebM than a live one.')
  return undefined
}

function infoWith(samples: number | undefined, content: Buffer): Buffer {
  const data = Buffer.concat([content, samples === undefined ? NOT_YET : durationOf(samples)])
  const head = Buffer.alloc(8)
  head.writeUInt32BE(INFO, 0)
  head.writeUInt32BE(0x1000_0000 | data.length, 4)
  return Buffer.concat([head, data])
}

/** Encodes `Duration` in milliseconds, the time scale of our WebM. */
function durationOf(samples: number): Buffer {
  const number = Buffer.alloc(8)
  number.writeDoubleBE((samples * 1_000) / SAMPLE_RATE, 0)
  return Buffer.concat([DURATION, number])
}

interface EbmlElement {
  readonly id: number
  readonly dataAt: number
  readonly length: number
}

/** Reads the header of the element at `at` (RFC 8794). Undefined where it is incomplete. */
function elementAt(bytes: Buffer, at: number): EbmlElement | undefined {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23
  const sizeLength = Math.clz32(bytes[at + idLength] ?? 0) - 23
  const dataAt = at + idLength + sizeLength
  if (idLength > 4 || sizeLength > 8 || dataAt > bytes.length) return undefined
  let length = (bytes[at + idLength] ?? 0) & (0xff >> sizeLength)
  for (const byte of bytes.subarray(at + idLength + 1, dataAt)) length = length * 256 + byte
  return { id: bytes.readUIntBE(at, idLength), dataAt, length }
}

/** Writes the duration of a finished file into the room that `webmHeadWith` kept. Throws RangeError where there is none. */
export async function patchWebmLength(file: FileHandle, samples: number): Promise<void> {
  const head = Buffer.alloc(LONGEST_HEAD)
  const { bytesRead } = await file.read(head, 0, LONGEST_HEAD, 0)
  const at = head.subarray(0, bytesRead).indexOf(NOT_YET)
  if (at < 0) throw new RangeError('A webm file has no room for its length.')
  await file.write(durationOf(samples), 0, DURATION_LENGTH, at)
}
