import {
  type BufferedReader,
  type ByteRange,
  type ByteSource,
  bufferedReader,
  readRange,
} from '#provenance/c2pa/byte-source.ts'
import { expectThat } from '#provenance/c2pa/format-error.ts'
import {
  type EmbeddedStore,
  type FileLayout,
  type FilePart,
  type ParsedContainer,
  type StreamableFormat,
  subtractRanges,
} from './container.ts'

const CHUNK_HEAD = 8
const RIFF_HEAD = 12
/** "Until the end", in a RIFF or data chunk that was written into a pipe. */
const UNKNOWN = 0xffff_ffff
const MOST_CHUNKS = 10_000

/** RIFF/WAVE: the store is the last chunk, `C2PA`, and the whole chunk without its pad byte is excluded (A.3.7). */
export const wav: StreamableFormat = { parse, trailingLayout }

/** Bytes by which a store of this length makes a wav longer: chunk header, store and pad byte. */
export function wavGrowth(storeLength: number): number {
  return CHUNK_HEAD + storeLength + (storeLength & 1)
}

interface ParsedRiff {
  /** `C2PA` chunks: range of the whole chunk with its pad byte, and length of its data. */
  readonly stores: readonly (ByteRange & { readonly dataLength: number })[]
  /** End of the last chunk. */
  readonly end: number
  /** Offset of a data chunk whose length is "until the end". */
  readonly openData: number | undefined
  /** True if the last chunk has an odd length and no pad byte. */
  readonly padMissing: boolean
  readonly broken: string | undefined
}

async function parse(source: ByteSource, signal: AbortSignal): Promise<ParsedContainer> {
  const found = await parseRiff(source, signal)
  return {
    stores: found.stores.map((chunk) => embeddedStore(source, chunk)),
    layoutWith: (storeLength) => standard(found, source.size, storeLength),
    partsWithout: () => rebuilt(found, source.size, 0),
  }
}

async function parseRiff(source: ByteSource, signal: AbortSignal): Promise<ParsedRiff> {
  const cursor = bufferedReader(source, signal)
  const head = Buffer.from(await cursor.peek(0, RIFF_HEAD))
  if (head.toString('latin1', 0, 4) !== 'RIFF')
    return nothing('it is an RF64 or BW64 file, for which there is no agreed place for a manifest')
  const riffSize = head.readUInt32LE(4)
  if (riffSize < RIFF_HEAD - CHUNK_HEAD) return nothing('its header gives no length')
  const limit = riffSize === UNKNOWN ? source.size : Math.min(source.size, riffSize + CHUNK_HEAD)
  const chunks = await parseChunks(cursor, limit)
  const isOpen = chunks.openData !== undefined || riffSize === UNKNOWN
  // Some programs count a last pad byte and do not write it.
  const missing = riffSize + CHUNK_HEAD - source.size - (chunks.padMissing ? 1 : 0)
  const isCutOff = !isOpen && missing > 0
  const cutOff = isCutOff ? 'it is cut off: its header speaks of more bytes' : undefined
  return { ...chunks, broken: chunks.broken ?? cutOff }
}

async function parseChunks(cursor: BufferedReader, limit: number): Promise<ParsedRiff> {
  const stores: (ByteRange & { dataLength: number })[] = []
  let openData: number | undefined
  let at = RIFF_HEAD
  for (let count = 0; at + CHUNK_HEAD <= limit; count++) {
    if (count === MOST_CHUNKS) return { ...nothing('it has too many chunks'), stores }
    const chunk = await cursor.peek(at, CHUNK_HEAD)
    const id = chunk.toString('latin1', 0, 4)
    const written = chunk.readUInt32LE(4)
    const room = limit - at - CHUNK_HEAD
    const isOpen = id === 'data' && written === UNKNOWN
    if (written > room && !isOpen)
      return { ...nothing('it is cut off: a chunk is longer than the file'), stores }
    if (isOpen) openData = at
    const dataLength = Math.min(written, room)
    const length = CHUNK_HEAD + dataLength + (dataLength & 1)
    if (id === 'C2PA') stores.push({ start: at, length: Math.min(length, limit - at), dataLength })
    at += length
  }
  return { stores, end: Math.min(at, limit), openData, padMissing: at > limit, broken: undefined }
}

const nothing = (broken: string): ParsedRiff => ({
  stores: [],
  end: 0,
  openData: undefined,
  padMissing: false,
  broken,
})

function embeddedStore(
  source: ByteSource,
  chunk: ByteRange & { readonly dataLength: number },
): EmbeddedStore {
  const { start, dataLength } = chunk
  return {
    placement: 'standard',
    exclusion: { start, length: CHUNK_HEAD + dataLength },
    storeLength: dataLength,
    read: () => readRange(source, { start: start + CHUNK_HEAD, length: dataLength }),
  }
}

function standard(found: ParsedRiff, size: number, storeLength: number): FileLayout {
  const pieces = rebuilt(found, size, wavGrowth(storeLength))
  // What follows the RIFF chunk stays there: some programs put an ID3 tag behind it.
  const rest = size - found.end
  const after = [...pad(storeLength), ...(rest > 0 ? [{ start: found.end, length: rest }] : [])]
  return { before: rest > 0 ? pieces.slice(0, -1) : pieces, excluded: storeChunk, after }
}

/** Parts of the file without stores, with `growth` added to the RIFF size. Bytes behind the RIFF chunk are the last part. */
function rebuilt(found: ParsedRiff, size: number, growth: number): FilePart[] {
  expectThat(found.broken === undefined, found.broken ?? '')
  const chunks = subtractRanges({ start: RIFF_HEAD, length: found.end - RIFF_HEAD }, found.stores)
  const pieces: FilePart[] = chunks.flatMap((range) => withDataLength(range, found))
  if (found.padMissing) pieces.push(Buffer.of(0))
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const riffSize = RIFF_HEAD - CHUNK_HEAD + length + growth
  expectThat(riffSize < UNKNOWN, 'with a manifest it would be longer than the 4 GiB of a wav file')
  const head = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1')
  head.writeUInt32LE(riffSize, 4)
  const rest = size - found.end
  return [head, ...pieces, ...(rest > 0 ? [{ start: found.end, length: rest }] : [])]
}

/** Replaces a data length "until the end" with the true one. */
function withDataLength(range: ByteRange, { openData, end }: ParsedRiff): FilePart[] {
  if (openData === undefined || openData < range.start) return [range]
  const head = Buffer.from('data\0\0\0\0', 'latin1')
  head.writeUInt32LE(end - openData - CHUNK_HEAD, 4)
  const before = { start: range.start, length: openData - range.start }
  const sound = { start: openData + CHUNK_HEAD, length: end - openData - CHUNK_HEAD }
  return before.length > 0 ? [before, head, sound] : [head, sound]
}

function storeChunk(store: Uint8Array): Uint8Array {
  const head = Buffer.from('C2PA\0\0\0\0', 'latin1')
  head.writeUInt32LE(store.length, 4)
  return Buffer.concat([head, store])
}

const pad = (length: number): FilePart[] => (length & 1 ? [Buffer.of(0)] : [])

function trailingLayout(_start: Uint8Array, storeLength: number): FileLayout {
  return { before: [], excluded: storeChunk, after: pad(storeLength) }
}
