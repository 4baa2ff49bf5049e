import { openCursor, type Range, readRange, type Source } from '#core/sign/source.ts'
import { expectThat } from '#core/sign/unreadable.ts'
import {
  type Carrier,
  type Container,
  type Contents,
  isRange,
  type Layout,
  lengthOf,
  type Piece,
  rangesBetween,
} from './container.ts'
import { geobHead, storeIn } from './geob.ts'
import { TAG_HEAD, type Tag, tagAt, tagFrame } from './id3.ts'

const ID3V1 = 128
const FRESH_VERSION = 3
const APPENDED_VERSION = 4

/**
 * MP3 and FLAC: a GEOB frame, the last of the ID3v2 tag in front of the sound (A.3.4). Behind a stream it is the one
 * frame of an appended ID3v2.4 tag with a footer. Exactly the store's bytes are excluded.
 */
export const tagged: Container = { open, trailing }

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
  return {
    carriers: tags.flatMap((found) => found.stores.map((store) => carrier(source, found, store))),
    standard: (storeLength) => standard(tags, source.size, storeLength),
    without: () => without(tags, source.size),
  }
}

async function leadingTag(source: Source, signal: AbortSignal): Promise<Tag | undefined> {
  return tagAt(source, openCursor(source, signal), 0)
}

/** A tag whose footer ends the file, or stands before an ID3v1 tag that does. */
async function appendedTag(source: Source, signal: AbortSignal): Promise<Tag | undefined> {
  const cursor = openCursor(source, signal)
  for (const end of [source.size, source.size - ID3V1]) {
    if (end < 2 * TAG_HEAD) continue
    const isOld =
      end < source.size && (await cursor.peek(end, 3)).toString('latin1', 0, 3) === 'TAG'
    if (end < source.size && !isOld) continue
    const footer = Buffer.from(await cursor.peek(end - TAG_HEAD, TAG_HEAD))
    if (footer.toString('latin1', 0, 3) !== '3DI') continue
    const [a = 0, b = 0, c = 0, d = 0] = footer.subarray(6)
    const start = end - 2 * TAG_HEAD - ((a << 21) | (b << 14) | (c << 7) | d)
    const tag = start < 0 ? undefined : await tagAt(source, cursor, start)
    if (tag && tag.start + tag.length === end) return tag
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

function trailing(_start: Uint8Array, storeLength: number): Layout {
  const geob = geobHead(APPENDED_VERSION, storeLength)
  const { head, footer } = tagFrame(APPENDED_VERSION, geob.length + storeLength, true)
  return { before: [head, geob], excluded: (store) => store, after: [footer] }
}
