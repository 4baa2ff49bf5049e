import {
  type BufferedReader,
  type ByteRange,
  type ByteSource,
  readRange,
} from '#provenance/c2pa/byte-source.ts'
import { expectThat } from '#provenance/c2pa/format-error.ts'
import type { FilePart } from './container.ts'

export const ID3_HEADER_BYTES = 10
const FRAME_HEAD = 10
const FOOTER = 0x10
const EXTENDED = 0x40
const UNSYNCHRONISED = 0x80
/** Second flag byte of an ID3v2.4 frame: unsynchronisation (id3v2.4.0-structure, section 4.1.2). */
const FRAME_UNSYNCHRONISED = 0x02
const MOST_FRAMES = 10_000
/** Longest tag that is decoded in memory, in bytes. */
const LONGEST_DECODED = 16 * 1024 * 1024
const LONGEST_TAG = 0x0fff_ffff

/** An ID3v2 tag: its range and its frames, without padding, extended header and unsynchronisation. */
export interface Id3Tag extends ByteRange {
  readonly version: number
  readonly frames: readonly Id3Frame[]
  /** Reason why it cannot be rewritten, in words. */
  readonly broken: string | undefined
}

export interface Id3Frame {
  readonly id: string
  /** Header and content, as they are rewritten. */
  readonly pieces: readonly FilePart[]
  /** Range of its data in the file. Undefined where the file holds it in another form (compressed, unsynchronised). */
  readonly data: ByteRange | undefined
}

/** Encodes a synchsafe integer: 28 bits in four bytes of seven. Throws `FormatError` for a larger one. */
export function synchsafe(value: number): Buffer {
  expectThat(value <= LONGEST_TAG, 'its ID3 tag would be longer than 256 MB')
  return Buffer.of((value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127)
}

function fromSynchsafe(bytes: Buffer, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4)
  return (a << 21) | (b << 14) | (c << 7) | d
}

/** Reads the tag that begins at `start`. Undefined where there is none. */
export async function readId3Tag(
  source: ByteSource,
  cursor: BufferedReader,
  start: number,
): Promise<Id3Tag | undefined> {
  const head = Buffer.from(await cursor.peek(start, ID3_HEADER_BYTES))
  const isTag =
    head.length === ID3_HEADER_BYTES &&
    head.toString('latin1', 0, 3) === 'ID3' &&
    head.subarray(6).every((byte) => byte < 128)
  if (!isTag) return undefined
  const version = head[3] ?? 0
  const flags = head[5] ?? 0
  const size = fromSynchsafe(head, 6)
  const length = ID3_HEADER_BYTES + size + (version === 4 && flags & FOOTER ? ID3_HEADER_BYTES : 0)
  const place = { start, length, version }
  const body = { start: start + ID3_HEADER_BYTES, length: size }
  if (start + length > source.size)
    return { ...place, frames: [], broken: 'its ID3 tag is cut off' }
  if (version !== 3 && version !== 4)
    return { ...place, frames: [], broken: `its ID3v2.${version} tag has no place for a manifest` }
  if (version === 3 && flags & UNSYNCHRONISED)
    return { ...place, ...(await decodedFrames(source, body, flags)) }
  return { ...place, ...(await framesIn(cursor, body, version, flags)) }
}

type Frames = Pick<Id3Tag, 'frames' | 'broken'>

async function framesIn(
  cursor: BufferedReader,
  body: ByteRange,
  version: number,
  flags: number,
  decoded?: Buffer,
): Promise<Frames> {
  const frames: Id3Frame[] = []
  const end = body.start + body.length
  let at = body.start + (flags & EXTENDED ? await extendedLength(cursor, body, version) : 0)
  while (at + FRAME_HEAD <= end) {
    const head = Buffer.from(await cursor.peek(at, FRAME_HEAD))
    if (head.length < FRAME_HEAD || head[0] === 0) break
    const id = head.toString('latin1', 0, 4)
    const length = version === 4 ? fromSynchsafe(head, 4) : head.readUInt32BE(4)
    const data = { start: at + FRAME_HEAD, length }
    const fits = data.start + length <= end && frames.length < MOST_FRAMES
    if (!/^[A-Z0-9]{4}$/.test(id) || !fits)
      return { frames, broken: 'its ID3 tag has frames that cannot be read' }
    if (version === 4 && flags & UNSYNCHRONISED) head[9] = (head[9] ?? 0) | FRAME_UNSYNCHRONISED
    frames.push(frameOf(id, head, data, decoded))
    at = data.start + length
  }
  return { frames, broken: undefined }
}

function frameOf(id: string, head: Buffer, data: ByteRange, decoded: Buffer | undefined): Id3Frame {
  if (decoded) {
    const content = decoded.subarray(data.start, data.start + data.length)
    return { id, pieces: [head, content], data: undefined }
  }
  return { id, pieces: [head, data], data: head[9] === 0 ? data : undefined }
}

/** Length of the extended header. Its size field counts itself in version 2.4 only. */
async function extendedLength(
  cursor: BufferedReader,
  body: ByteRange,
  version: number,
): Promise<number> {
  const head = Buffer.from(await cursor.peek(body.start, 4))
  if (head.length < 4) return body.length
  return version === 3 ? 4 + head.readUInt32BE(0) : fromSynchsafe(head, 0)
}

/** Undoes the unsynchronisation of version 2.3, a zero byte behind every FF of the whole tag, and reads the frames. */
async function decodedFrames(source: ByteSource, body: ByteRange, flags: number): Promise<Frames> {
  if (body.length > LONGEST_DECODED)
    return { frames: [], broken: 'its unsynchronised ID3 tag is too long' }
  const bytes = await readRange(source, body)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    bytes[length++] = bytes[at] ?? 0
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at++
  }
  const decoded = bytes.subarray(0, length)
  const cursor: BufferedReader = {
    size: length,
    peek: async (position, wanted) => decoded.subarray(position, position + wanted),
  }
  return framesIn(cursor, { start: 0, length }, 3, flags, decoded)
}

/** Encodes the header, and with `withFooter` the footer, of a tag whose frames take `size` bytes. */
export function encodeId3Header(
  version: number,
  size: number,
  withFooter: boolean,
): { readonly head: Uint8Array; readonly footer: Uint8Array } {
  const rest = [Buffer.of(version, 0, withFooter ? FOOTER : 0), synchsafe(size)]
  const footer = withFooter ? [Buffer.from('3DI', 'latin1'), ...rest] : []
  return {
    head: Buffer.concat([Buffer.from('ID3', 'latin1'), ...rest]),
    footer: Buffer.concat(footer),
  }
}
