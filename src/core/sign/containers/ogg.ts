import { type Cursor, openCursor, type Range, readRange, type Source } from '#core/sign/source.ts'
import { expectThat } from '#core/sign/unreadable.ts'
import {
  type Carrier,
  type Container,
  type Contents,
  type Layout,
  rangesBetween,
} from './container.ts'
import { decodePages, encodePages, STORE_MARK } from './ogg-pages.ts'

const PAGE_HEAD = 27
const BEGINS = 0x02
const ENDS = 0x04
const MOST_STREAMS = 1_000
const LAST_SERIAL = 999

/** Ogg: the store is the one packet of a logical stream of its own, whose pages are all excluded (A.3.5). */
export const ogg: Container = { open, trailing }

interface Page {
  readonly start: number
  readonly length: number
  readonly flags: number
  readonly serial: number
  readonly isStore: boolean
}

interface Run extends Range {
  readonly placement: 'standard' | 'trailing'
}

interface Walk {
  readonly runs: readonly Run[]
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
    return rangesBetween(whole, found.runs)
  }
  return {
    carriers: found.runs.map((run) => carrier(source, run)),
    without,
    standard(storeLength): Layout {
      const at = found.insertAt
      const before = without().flatMap((range) => cut(range, 0, at))
      const after = without().flatMap((range) => cut(range, at, source.size))
      return { before, after, excluded: pagesWith(freeSerial(found.serials), storeLength) }
    },
  }
}

function cut({ start, length }: Range, from: number, to: number): Range[] {
  const first = Math.max(start, from)
  const last = Math.min(start + length, to)
  return last > first ? [{ start: first, length: last - first }] : []
}

interface Progress {
  readonly runs: { start: number; length: number; readonly placement: 'standard' | 'trailing' }[]
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
  const { start, length, flags, serial, isStore } = page
  const last = seen.runs.at(-1)
  const continues = serial === seen.openRun && !(flags & BEGINS)
  seen.serials.add(serial)
  if (isStore) seen.runs.push({ start, length, placement: seen.atHead ? 'standard' : 'trailing' })
  else if (continues && last) last.length += length
  else if (!(flags & BEGINS)) seen.atHead = false
  else if (seen.atHead) seen.insertAt = start + length
  else seen.isChained = true
  // A store that another stream interrupts is one run only as far as it goes; reading it fails.
  const isOpen = (isStore || continues) && !(flags & ENDS)
  seen.openRun = isOpen ? serial : undefined
}

async function pageAt(cursor: Cursor, start: number): Promise<Page | undefined> {
  const head = await cursor.peek(start, PAGE_HEAD + 255 + STORE_MARK.length)
  if (head.length < PAGE_HEAD || head.toString('latin1', 0, 4) !== 'OggS') return undefined
  const segments = head[26] ?? 0
  const dataAt = PAGE_HEAD + segments
  let length = dataAt
  for (const lacing of head.subarray(PAGE_HEAD, dataAt)) length += lacing
  if (head.length < dataAt || start + length > cursor.size) return undefined
  const flags = head[5] ?? 0
  const isStore =
    (flags & BEGINS) !== 0 &&
    length >= dataAt + STORE_MARK.length &&
    head.subarray(dataAt, dataAt + STORE_MARK.length).equals(STORE_MARK)
  return { start, length, flags, serial: head.readUInt32LE(14), isStore }
}

function carrier(source: Source, { start, length, placement }: Run): Carrier {
  return {
    placement,
    exclusion: { start, length },
    storeLength: length,
    read: async () => decodePages(await readRange(source, { start, length })),
  }
}

function freeSerial(used: ReadonlySet<number>): number {
  for (let serial = 1; serial <= LAST_SERIAL; serial++) if (!used.has(serial)) return serial
  expectThat(false, 'it has too many streams')
  return 0
}

function pagesWith(serial: number, storeLength: number): (store: Uint8Array) => Uint8Array {
  return (store) => {
    expectThat(store.length === storeLength, 'A store has another length than planned.')
    return encodePages(store, serial)
  }
}

/** A chained stream: it begins where the sound's own stream has ended. */
function trailing(start: Uint8Array, storeLength: number): Layout {
  const used = Buffer.from(start).readUInt32LE(14)
  return { before: [], after: [], excluded: pagesWith(freeSerial(new Set([used])), storeLength) }
}
