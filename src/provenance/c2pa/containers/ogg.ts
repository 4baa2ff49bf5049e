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
  type ParsedContainer,
  type StreamableFormat,
  subtractRanges,
} from './container.ts'
import {
  C2PA_PACKET_MAGIC,
  decodeStorePages,
  encodeStorePages,
  type StorePacket,
} from './ogg-pages.ts'
import { splitLastPage, unusedSerial } from './ogg-stream.ts'

const PAGE_HEAD = 27
const BOS = 0x02
const EOS = 0x04
const MOST_STREAMS = 1_000

/**
 * Ogg: the store is the one packet of a logical stream of its own, whose pages are all excluded (A.3.5). Behind a sound
 * that is still being made, that stream begins where all streams begin, with a page that says what it is, and its second
 * packet is the store, in front of the last page of the sound: decoders want all streams to begin together (RFC 3533,
 * section 4). Files of Griot 0.1 had the whole stream chained behind the sound.
 */
export const ogg: StreamableFormat = {
  parse,
  trailingLayout,
  splitTail: splitLastPage,
}

interface OggPage {
  readonly start: number
  readonly length: number
  readonly flags: number
  readonly serial: number
  readonly holds: 'store' | 'announcement' | 'sound'
}

interface PageRun extends ByteRange {
  readonly placement: 'standard' | 'trailing'
  readonly packetIs: StorePacket
}

interface ParsedOgg {
  readonly runs: readonly PageRun[]
  /** Beginning-of-stream page of each trailing store, by the serial number of its stream. */
  readonly announced: ReadonlyMap<number, ByteRange>
  readonly serials: ReadonlySet<number>
  /** Offset behind the last beginning-of-stream page, where the pages of a new stream are inserted. */
  readonly insertAt: number
  /** A stream that is no store begins after another one has ended (chained Ogg). */
  readonly isChained: boolean
  readonly broken: string | undefined
}

async function parse(source: ByteSource, signal: AbortSignal): Promise<ParsedContainer> {
  const found = await parsePages(bufferedReader(source, signal))
  const whole = { start: 0, length: source.size }
  const partsWithout = (): ByteRange[] => {
    expectThat(found.broken === undefined, found.broken ?? '')
    // ffmpeg 5.1 goes on to the second part only if it has as many streams as the first.
    expectThat(!found.isChained, 'it is a chain of several Ogg files')
    const announcing = found.runs.length > 0 ? [...found.announced.values()] : []
    const holes = [...announcing, ...found.runs].sort((one, other) => one.start - other.start)
    return subtractRanges(whole, holes)
  }
  return {
    stores: found.runs.map((run) => embeddedStore(source, run)),
    partsWithout,
    layoutWith(storeLength): FileLayout {
      const at = found.insertAt
      const before = partsWithout().flatMap((range) => cut(range, 0, at))
      const after = partsWithout().flatMap((range) => cut(range, at, source.size))
      return {
        before,
        after,
        excluded: pagesWith(unusedSerial(found.serials), storeLength, 'only'),
      }
    },
  }
}

function cut({ start, length }: ByteRange, from: number, to: number): ByteRange[] {
  const first = Math.max(start, from)
  const last = Math.min(start + length, to)
  return last > first ? [{ start: first, length: last - first }] : []
}

interface ParserState {
  readonly runs: (Pick<PageRun, 'start' | 'placement' | 'packetIs'> & { length: number })[]
  readonly announced: Map<number, ByteRange>
  readonly serials: Set<number>
  insertAt: number
  /** Only beginning-of-stream pages have been seen. */
  atHead: boolean
  isChained: boolean
  /** Serial number of a store whose last page has not been seen. */
  openRun: number | undefined
}

async function parsePages(cursor: BufferedReader): Promise<ParsedOgg> {
  const seen: ParserState = {
    runs: [],
    announced: new Map(),
    serials: new Set(),
    insertAt: 0,
    atHead: true,
    isChained: false,
    openRun: undefined,
  }
  for (let at = 0; at < cursor.size; ) {
    const page = await pageAt(cursor, at)
    if (page === undefined) return { ...seen, broken: 'it is cut off, or not all of it is Ogg' }
    count(page, seen)
    at = page.start + page.length
    if (seen.serials.size > MOST_STREAMS || seen.runs.length > MOST_STREAMS)
      return { ...seen, broken: 'it has too many streams' }
  }
  return { ...seen, broken: undefined }
}

function count(page: OggPage, seen: ParserState): void {
  const { start, length, flags, serial } = page
  const role = roleOf(page, seen)
  seen.serials.add(serial)
  if (role === 'announced store')
    seen.runs.push({ start, length, placement: 'trailing', packetIs: 'announced' })
  else if (role === 'store')
    seen.runs.push({ start, length, placement: placeNow(seen), packetIs: 'only' })
  else if (role === 'announcement') seen.announced.set(serial, { start, length })
  else if (role === 'more of a store') lengthen(seen.runs.at(-1), length)
  else if (role === 'sound') seen.atHead = false
  else if (seen.atHead) seen.insertAt = start + length
  else seen.isChained = true
  // Pages of another stream end the run of a store. Reading an incomplete store fails.
  const isOpen = role.endsWith('store') && !(flags & EOS)
  seen.openRun = isOpen ? serial : undefined
}

type Role =
  | 'store'
  | 'announcement'
  | 'announced store'
  | 'more of a store'
  | 'sound'
  | 'beginning of sound'

function roleOf({ flags, serial, holds }: OggPage, seen: ParserState): Role {
  if (flags & BOS) {
    if (holds === 'announcement' && seen.atHead) return 'announcement'
    return holds === 'store' ? 'store' : 'beginning of sound'
  }
  if (serial === seen.openRun) return 'more of a store'
  return seen.announced.has(serial) ? 'announced store' : 'sound'
}

function lengthen(run: { length: number } | undefined, length: number): void {
  if (run) run.length += length
}

const placeNow = ({ atHead }: ParserState): PageRun['placement'] =>
  atHead ? 'standard' : 'trailing'

async function pageAt(cursor: BufferedReader, start: number): Promise<OggPage | undefined> {
  const head = await cursor.peek(start, PAGE_HEAD + 255 + C2PA_PACKET_MAGIC.length)
  if (head.length < PAGE_HEAD || head.toString('latin1', 0, 4) !== 'OggS') return undefined
  const segments = head[26] ?? 0
  const dataAt = PAGE_HEAD + segments
  let length = dataAt
  for (const lacing of head.subarray(PAGE_HEAD, dataAt)) length += lacing
  if (head.length < dataAt || start + length > cursor.size) return undefined
  const flags = head[5] ?? 0
  const data = head.subarray(dataAt, Math.min(length, dataAt + C2PA_PACKET_MAGIC.length))
  const isMarked = data.equals(C2PA_PACKET_MAGIC)
  const isAlone = segments === 1 && length === dataAt + C2PA_PACKET_MAGIC.length && !(flags & EOS)
  const holds = !isMarked ? 'sound' : isAlone ? 'announcement' : 'store'
  return { start, length, flags, serial: head.readUInt32LE(14), holds }
}

function embeddedStore(
  source: ByteSource,
  { start, length, placement, packetIs }: PageRun,
): EmbeddedStore {
  return {
    placement,
    exclusion: { start, length },
    storeLength: length,
    read: async () => decodeStorePages(await readRange(source, { start, length }), packetIs),
  }
}

function pagesWith(
  serial: number,
  storeLength: number,
  packetIs: StorePacket,
): (store: Uint8Array) => Uint8Array {
  return (store) => {
    expectThat(store.length === storeLength, 'A store has another length than planned.')
    return encodeStorePages(store, serial, packetIs)
  }
}

/** The store's pages behind a stream in which `splitLastPage` has announced them. */
function trailingLayout(start: Uint8Array, storeLength: number): FileLayout {
  const serial = unusedSerial(new Set([Buffer.from(start).readUInt32LE(14)]))
  return { before: [], after: [], excluded: pagesWith(serial, storeLength, 'announced') }
}
