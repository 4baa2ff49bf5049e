import {
  type Cursor,
  openCursor,
  type Range,
  readRange,
  type Source,
} from '#provenance/c2pa/source.ts'
import { expectThat } from '#provenance/c2pa/unreadable.ts'
import {
  type Carrier,
  type Contents,
  type Layout,
  rangesBetween,
  type StreamContainer,
} from './container.ts'
import { aroundLastPage, freeSerial } from './ogg-around.ts'
import { decodePages, encodePages, STORE_MARK, type StorePacket } from './ogg-pages.ts'

const PAGE_HEAD = 27
const BEGINS = 0x02
const ENDS = 0x04
const MOST_STREAMS = 1_000

/**
 * Ogg: the store is the one packet of a logical stream of its own, whose pages are all excluded (A.3.5). Behind a sound
 * that is still being made, that stream begins where all streams begin, with a page that says what it is, and its second
 * packet is the store, in front of the last page of the sound: decoders want all streams to begin together (RFC 3533,
 * section 4). Files of Griot 0.1 had the whole stream chained behind the sound.
 */
export const ogg: StreamContainer = { open, trailing, around: aroundLastPage }

interface Page {
  readonly start: number
  readonly length: number
  readonly flags: number
  readonly serial: number
  readonly holds: 'store' | 'announcement' | 'sound'
}

interface Run extends Range {
  readonly placement: 'standard' | 'trailing'
  readonly packetIs: StorePacket
}

interface Walk {
  readonly runs: readonly Run[]
  /** The page that announced a store, by the serial number of its stream. */
  readonly announced: ReadonlyMap<number, Range>
  readonly serials: ReadonlySet<number>
  /** Where the second group of pages begins: behind the last page that begins a stream. */
  readonly insertAt: number
  /** Another stream than that of a store begins where one has ended. */
  readonly isChained: boolean
  readonly broken: string | undefined
}

async function open(source: Source, signal: AbortSignal): Promise<Contents> {
  const found = await walk(openCursor(source, signal))
  const whole = { start: 0, length: source.size }
  const without = (): Range[] => {
    expectThat(found.broken === undefined, found.broken ?? '')
    // ffmpeg 5.1 goes on to the second part only if it has as many streams as the first.
    expectThat(!found.isChained, 'it is several Ogg files one behind the other')
    const announcing = found.runs.length > 0 ? [...found.announced.values()] : []
    const holes = [...announcing, ...found.runs].sort((one, other) => one.start - other.start)
    return rangesBetween(whole, holes)
  }
  return {
    carriers: found.runs.map((run) => carrier(source, run)),
    without,
    standard(storeLength): Layout {
      const at = found.insertAt
      const before = without().flatMap((range) => cut(range, 0, at))
      const after = without().flatMap((range) => cut(range, at, source.size))
      return { before, after, excluded: pagesWith(freeSerial(found.serials), storeLength, 'only') }
    },
  }
}

function cut({ start, length }: Range, from: number, to: number): Range[] {
  const first = Math.max(start, from)
  const last = Math.min(start + length, to)
  return last > first ? [{ start: first, length: last - first }] : []
}

interface Progress {
  readonly runs: (Pick<Run, 'start' | 'placement' | 'packetIs'> & { length: number })[]
  readonly announced: Map<number, Range>
  readonly serials: Set<number>
  insertAt: number
  /** Only pages that begin a stream have been seen. */
  atHead: boolean
  isChained: boolean
  /** The stream of a store whose last page has not been seen. */
  openRun: number | undefined
}

async function walk(cursor: Cursor): Promise<Walk> {
  const seen: Progress = {
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
    if (page === undefined) return { ...seen, broken: 'it is cut off, or not Ogg all through' }
    count(page, seen)
    at = page.start + page.length
    if (seen.serials.size > MOST_STREAMS || seen.runs.length > MOST_STREAMS)
      return { ...seen, broken: 'it has too many streams' }
  }
  return { ...seen, broken: undefined }
}

function count(page: Page, seen: Progress): void {
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
  // A store that another stream interrupts is one run only as far as it goes; reading it fails.
  const isOpen = role.endsWith('store') && !(flags & ENDS)
  seen.openRun = isOpen ? serial : undefined
}

type Role =
  | 'store'
  | 'announcement'
  | 'announced store'
  | 'more of a store'
  | 'sound'
  | 'beginning of sound'

function roleOf({ flags, serial, holds }: Page, seen: Progress): Role {
  if (flags & BEGINS) {
    if (holds === 'announcement' && seen.atHead) return 'announcement'
    return holds === 'store' ? 'store' : 'beginning of sound'
  }
  if (serial === seen.openRun) return 'more of a store'
  return seen.announced.has(serial) ? 'announced store' : 'sound'
}

function lengthen(run: { length: number } | undefined, length: number): void {
  if (run) run.length += length
}

const placeNow = ({ atHead }: Progress): Run['placement'] => (atHead ? 'standard' : 'trailing')

async function pageAt(cursor: Cursor, start: number): Promise<Page | undefined> {
  const head = await cursor.peek(start, PAGE_HEAD + 255 + STORE_MARK.length)
  if (head.length < PAGE_HEAD || head.toString('latin1', 0, 4) !== 'OggS') return undefined
  const segments = head[26] ?? 0
  const dataAt = PAGE_HEAD + segments
  let length = dataAt
  for (const lacing of head.subarray(PAGE_HEAD, dataAt)) length += lacing
  if (head.length < dataAt || start + length > cursor.size) return undefined
  const flags = head[5] ?? 0
  const data = head.subarray(dataAt, Math.min(length, dataAt + STORE_MARK.length))
  const isMarked = data.equals(STORE_MARK)
  const isAlone = segments === 1 && length === dataAt + STORE_MARK.length && !(flags & ENDS)
  const holds = !isMarked ? 'sound' : isAlone ? 'announcement' : 'store'
  return { start, length, flags, serial: head.readUInt32LE(14), holds }
}

function carrier(source: Source, { start, length, placement, packetIs }: Run): Carrier {
  return {
    placement,
    exclusion: { start, length },
    storeLength: length,
    read: async () => decodePages(await readRange(source, { start, length }), packetIs),
  }
}

function pagesWith(
  serial: number,
  storeLength: number,
  packetIs: StorePacket,
): (store: Uint8Array) => Uint8Array {
  return (store) => {
    expectThat(store.length === storeLength, 'A store has another length than planned.')
    return encodePages(store, serial, packetIs)
  }
}

/** The rest of the stream that `aroundLastPage` has begun. */
function trailing(start: Uint8Array, storeLength: number): Layout {
  const serial = freeSerial(new Set([Buffer.from(start).readUInt32LE(14)]))
  return { before: [], after: [], excluded: pagesWith(serial, storeLength, 'announced') }
}
