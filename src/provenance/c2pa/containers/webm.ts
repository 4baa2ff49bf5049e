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
  totalLength,
} from './container.ts'
import { type EbmlElement, encodeSize, fitsSize, readElement } from './ebml.ts'
import { attachedStores, attachmentHeader } from './webm-attachment.ts'

const EBML = 0x1a45_dfa3
const SEGMENT = 0x1853_8067
const CLUSTER = 0x1f43_b675
const ATTACHMENTS = 0x1941_a469
/** Ids of top-level elements, which end a Cluster of unknown size (RFC 9559, section 5.1). */
const IN_SEGMENT: ReadonlySet<number> = new Set([
  0x114d_9b74, // SeekHead
  0x1549_a966, // Info
  0x1654_ae6b, // Tracks
  CLUSTER,
  0x1c53_bb6b, // Cues
  ATTACHMENTS,
  0x1043_a770, // Chapters
  0x1254_c367, // Tags
])
const SEGMENT_ID_LENGTH = 4
const MOST_ATTACHMENTS = 1_000

/** WebM, for which C2PA has no rule: the store is an attached file at the end of the Segment, whose data is excluded. */
export const webm: StreamableFormat = { parse, trailingLayout }

interface StoreAttachment {
  /** Range of the whole `Attachments` element. */
  readonly element: ByteRange
  readonly stores: readonly ByteRange[]
  /** True if it holds nothing but the store. */
  readonly isAlone: boolean
}

interface ParsedWebm {
  readonly segment: EbmlElement | undefined
  readonly segmentEnd: number
  readonly found: readonly StoreAttachment[]
  readonly broken: string | undefined
}

async function parse(source: ByteSource, signal: AbortSignal): Promise<ParsedContainer> {
  const walked = await parseSegment(bufferedReader(source, signal))
  return {
    stores: walked.found.flatMap(({ stores }) =>
      stores.map((store) => embeddedStore(source, store)),
    ),
    partsWithout: () => [...rebuilt(walked, 0), ...behind(walked, source.size)],
    layoutWith(storeLength): FileLayout {
      const head = attachmentHeader(storeLength)
      const before = [...rebuilt(walked, head.length + storeLength), head]
      return { before, excluded: (store) => store, after: behind(walked, source.size) }
    },
  }
}

async function parseSegment(cursor: BufferedReader): Promise<ParsedWebm> {
  const found: StoreAttachment[] = []
  const segment = await findSegment(cursor)
  if (!segment) return { segment, segmentEnd: 0, found, broken: 'it has no Segment' }
  const { dataStart, dataLength } = segment
  const segmentEnd = dataLength === undefined ? cursor.size : dataStart + dataLength
  if (segmentEnd > cursor.size) return { segment, segmentEnd, found, broken: 'it is cut off' }
  const broken = await walkSegment(cursor, dataStart, segmentEnd, found)
  return { segment, segmentEnd, found, broken }
}

/** Adds each attachment with a store to `found`. Returns why parsing stopped before the end, if it did. */
async function walkSegment(
  cursor: BufferedReader,
  start: number,
  segmentEnd: number,
  found: StoreAttachment[],
): Promise<string | undefined> {
  for (let at = start; at < segmentEnd; ) {
    const element = await readElement(cursor, at)
    const end = element && (await endOf(cursor, element, segmentEnd))
    if (!element || end === undefined || end > segmentEnd) return 'it is cut off, or not WebM'
    if (element.id === ATTACHMENTS) {
      const attached = await attachedStores(cursor, element, end)
      if (attached.stores.length > 0)
        found.push({ element: { start: at, length: end - at }, ...attached })
    }
    if (found.length > MOST_ATTACHMENTS) return 'it has too many attachments'
    at = end
  }
  return undefined
}

async function findSegment(cursor: BufferedReader): Promise<EbmlElement | undefined> {
  const head = await readElement(cursor, 0)
  if (head?.id !== EBML || head.dataLength === undefined) return undefined
  const segment = await readElement(cursor, head.dataStart + head.dataLength)
  return segment?.id === SEGMENT ? segment : undefined
}

async function endOf(
  cursor: BufferedReader,
  { id, dataStart, dataLength }: EbmlElement,
  limit: number,
): Promise<number | undefined> {
  if (dataLength !== undefined) return dataStart + dataLength
  if (id !== CLUSTER) return undefined
  let at = dataStart
  while (at < limit) {
    const child = await readElement(cursor, at)
    if (!child) return undefined
    if (IN_SEGMENT.has(child.id)) return at
    if (child.dataLength === undefined) return undefined
    at = child.dataStart + child.dataLength
  }
  return at
}

function embeddedStore(source: ByteSource, store: ByteRange): EmbeddedStore {
  return {
    placement: 'standard',
    exclusion: store,
    storeLength: store.length,
    read: () => readRange(source, store),
  }
}

/** Parts up to the end of the Segment, without stores, and with `growth` bytes added to the Segment size. */
function rebuilt({ segment, segmentEnd, found, broken }: ParsedWebm, growth: number): FilePart[] {
  expectThat(segment !== undefined && broken === undefined, broken ?? '')
  expectThat(
    found.every(({ isAlone }) => isAlone),
    'its manifest shares a place with other attached files',
  )
  const { start, dataStart, dataLength } = segment
  const holes = found.map(({ element }) => element)
  const content = subtractRanges({ start: dataStart, length: segmentEnd - dataStart }, holes)
  const sizeAt = start + SEGMENT_ID_LENGTH
  if (dataLength === undefined) return [{ start: 0, length: dataStart }, ...content]
  const length = totalLength(content) + growth
  const width = dataStart - sizeAt
  const size = encodeSize(length, fitsSize(length, width) ? width : 8)
  return [{ start: 0, length: sizeAt }, size, ...content]
}

function behind({ segmentEnd }: ParsedWebm, size: number): ByteRange[] {
  return size > segmentEnd ? [{ start: segmentEnd, length: size - segmentEnd }] : []
}

function trailingLayout(_start: Uint8Array, storeLength: number): FileLayout {
  return { before: [attachmentHeader(storeLength)], excluded: (store) => store, after: [] }
}
