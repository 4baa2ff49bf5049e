import {
  type Cursor,
  openCursor,
  type Range,
  readRange,
  type Source,
} from '#provenance/c2pa/source.ts'
import { expectThat } from '#provenance/c2pa/unreadable.ts'
import { apeAt, apeTagAround } from './ape.ts'
import {
  type Carrier,
  type Container,
  type Contents,
  isRange,
  type Layout,
  lengthOf,
  type Piece,
  rangesBetween,
  type StreamContainer,
} from './container.ts'
import { geobHead, storeIn } from './geob.ts'
import { TAG_HEAD, type Tag, tagAt, tagFrame } from './id3.ts'

const ID3V1 = 128
const FRESH_VERSION = 3

/**
 * A GEOB frame, the last of the ID3v2 tag in front of the sound (A.3.4). Exactly the store's bytes are excluded. Files
 * of Griot 0.1 had it behind the sound too, in an appended ID3v2.4 tag with a footer.
 */
export const flac: Container = { open }

/**
 * The same, and behind a stream the one item of an APEv2 tag: of all tags at the end, that one is known to every decoder
 * of mp3 that was tried (mpg123, mp3val, ffmpeg, GStreamer, Chromium, Firefox), an appended ID3v2.4 tag to none.
 */
export const mp3: StreamContainer = {
  open,
  trailing: (_start, storeLength) => apeTagAround(storeLength),
}

interface Found {
  readonly tag: Tag
  readonly placement: 'standard' | 'trailing'
  readonly stores: readonly Range[]
  /** The pieces of all other frames. */
  readonly kept: readonly Piece[]
}

async function open(source: Source, signal: AbortSignal): Promise<Contents> {
  const leading = await leadingTag(source, signal)
  const appended = await appendedTag(source, signal)
  const isApart = appended && appended.start >= (leading ? leading.start + leading.length : 0)
  const tags: Found[] = []
  if (leading) tags.push(await lookInto(source, leading, 'standard'))
  if (isApart) tags.push(await lookInto(source, appended, 'trailing'))
  const ape = await appendedApe(source, signal)
  if (ape && ape.tag.start >= (leading ? leading.start + leading.length : 0)) tags.push(ape)
  return {
    carriers: tags.flatMap((found) => found.stores.map((store) => carrier(source, found, store))),
    standard: (storeLength) => standard(tags, source.size, storeLength),
    without: () => without(tags, source.size),
  }
}

async function leadingTag(source: Source, signal: AbortSignal): Promise<Tag | undefined> {
  return tagAt(source, openCursor(source, signal), 0)
}

/** Where the file ends without an ID3v1 tag, and with it. */
async function endsOf(cursor: Cursor): Promise<readonly number[]> {
  const withoutOld = cursor.size - ID3V1
  const isOld =
    withoutOld > 0 && (await cursor.peek(withoutOld, 3)).toString('latin1', 0, 3) === 'TAG'
  return isOld ? [cursor.size, withoutOld] : [cursor.size]
}

/** A tag whose footer ends the file, or stands before an ID3v1 tag that does. */
async function appendedTag(source: Source, signal: AbortSignal): Promise<Tag | undefined> {
  const cursor = openCursor(source, signal)
  for (const end of await endsOf(cursor)) {
    if (end < 2 * TAG_HEAD) continue
    const footer = Buffer.from(await cursor.peek(end - TAG_HEAD, TAG_HEAD))
    if (footer.toString('latin1', 0, 3) !== '3DI') continue
    const [a = 0, b = 0, c = 0, d = 0] = footer.subarray(6)
    const start = end - 2 * TAG_HEAD - ((a << 21) | (b << 14) | (c << 7) | d)
    const tag = start < 0 ? undefined : await tagAt(source, cursor, start)
    if (tag && tag.start + tag.length === end) return tag
  }
  return undefined
}

/** An APEv2 tag at the same places, if it holds stores. */
async function appendedApe(source: Source, signal: AbortSignal): Promise<Found | undefined> {
  const cursor = openCursor(source, signal)
  for (const end of await endsOf(cursor)) {
    const ape = await apeAt(cursor, end)
    if (!ape) continue
    const broken = ape.isAlone ? undefined : 'its manifest shares a tag with other items'
    const tag = { start: ape.start, length: ape.length, version: 0, frames: [], broken }
    return { tag, placement: 'trailing', stores: ape.stores, kept: [] }
  }
  return undefined
}

async function lookInto(source: Source, tag: Tag, placement: Found['placement']): Promise<Found> {
  const stores: Range[] = []
  const kept: Piece[] = []
  for (const frame of tag.frames) {
    const store = await storeIn(source, frame)
    if (store) stores.push(store)
    else kept.push(...frame.pieces)
  }
  return { tag, placement, stores, kept }
}

function carrier(source: Source, { placement }: Found, store: Range): Carrier {
  return {
    placement,
    exclusion: store,
    storeLength: store.length,
    read: () => readRange(source, store),
  }
}

const holdsStore = ({ stores }: Found): boolean => stores.length > 0

function standard(tags: readonly Found[], size: number, storeLength: number): Layout {
  const leading = tags.find(({ placement }) => placement === 'standard')
  const broken = leading?.tag.broken
  expectThat(broken === undefined, broken ?? '')
  const version = leading?.tag.version ?? FRESH_VERSION
  const kept = leading?.kept ?? []
  const geob = geobHead(version, storeLength)
  const { head } = tagFrame(version, lengthOf(kept) + geob.length + storeLength, false)
  const from = leading ? leading.tag.length : 0
  const after = without(
    tags.filter((found) => found !== leading),
    size,
  ).flatMap((piece): readonly Piece[] => (isRange(piece) ? behind(piece, from) : [piece]))
  return { before: [head, ...kept, geob], excluded: (store) => store, after }
}

function behind({ start, length }: Range, from: number): Range[] {
  const first = Math.max(start, from)
  return start + length > first ? [{ start: first, length: start + length - first }] : []
}

/** The file with every tag that holds a store written anew without it, and left out if nothing else was in it. */
function without(tags: readonly Found[], size: number): Piece[] {
  const stale = tags.filter(holdsStore)
  const holes = stale.map(({ tag }) => tag)
  const pieces: Piece[] = rangesBetween({ start: 0, length: size }, holes)
  for (const { tag, kept, placement } of stale) {
    expectThat(tag.broken === undefined, tag.broken ?? '')
    if (kept.length === 0) continue
    const withFooter = placement === 'trailing'
    const { head, footer } = tagFrame(tag.version, lengthOf(kept), withFooter)
    const at = withFooter ? pieces.findIndex((piece) => startsBehind(piece, tag)) : 0
    pieces.splice(at < 0 ? pieces.length : at, 0, head, ...kept, footer)
  }
  return pieces
}

const startsBehind = (piece: Piece, tag: Tag): boolean => isRange(piece) && piece.start > tag.start
