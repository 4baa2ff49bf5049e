import {
  type BufferedReader,
  type ByteRange,
  type ByteSource,
  bufferedReader,
  readRange,
} from '#provenance/c2pa/byte-source.ts'
import { expectThat } from '#provenance/c2pa/format-error.ts'
import { apeTagLayout, readApeTag } from './ape.ts'
import {
  type ContainerFormat,
  type EmbeddedStore,
  type FileLayout,
  type FilePart,
  isRange,
  type ParsedContainer,
  type StreamableFormat,
  subtractRanges,
  totalLength,
} from './container.ts'
import { geobHeader, storeInGeob } from './geob.ts'
import { encodeId3Header, ID3_HEADER_BYTES, type Id3Tag, readId3Tag } from './id3.ts'

const ID3V1 = 128
const FRESH_VERSION = 3

/**
 * A GEOB frame, the last of the ID3v2 tag in front of the sound (A.3.4). Exactly the store's bytes are excluded. Files
 * of Griot 0.1 had it behind the sound too, in an appended ID3v2.4 tag with a footer.
 */
export const flac: ContainerFormat = { parse }

/**
 * The same, and behind a stream the one item of an APEv2 tag: of all tags at the end, that one is known to every decoder
 * of mp3 that was tried (mpg123, mp3val, ffmpeg, GStreamer, Chromium, Firefox), an appended ID3v2.4 tag to none.
 */
export const mp3: StreamableFormat = {
  parse,
  trailingLayout: (_start, storeLength) => apeTagLayout(storeLength),
}

interface StoreTag {
  readonly tag: Id3Tag
  readonly placement: 'standard' | 'trailing'
  readonly stores: readonly ByteRange[]
  /** Parts of all other frames. */
  readonly kept: readonly FilePart[]
}

async function parse(source: ByteSource, signal: AbortSignal): Promise<ParsedContainer> {
  const leading = await leadingTag(source, signal)
  const appended = await appendedTag(source, signal)
  const isApart = appended && appended.start >= (leading ? leading.start + leading.length : 0)
  const tags: StoreTag[] = []
  if (leading) tags.push(await lookInto(source, leading, 'standard'))
  if (isApart) tags.push(await lookInto(source, appended, 'trailing'))
  const ape = await appendedApe(source, signal)
  if (ape && ape.tag.start >= (leading ? leading.start + leading.length : 0)) tags.push(ape)
  return {
    stores: tags.flatMap((found) =>
      found.stores.map((store) => embeddedStore(source, found, store)),
    ),
    layoutWith: (storeLength) => standard(tags, source.size, storeLength),
    partsWithout: () => without(tags, source.size),
  }
}

async function leadingTag(source: ByteSource, signal: AbortSignal): Promise<Id3Tag | undefined> {
  return readId3Tag(source, bufferedReader(source, signal), 0)
}

/** Offsets at which an appended tag may end: the end of the file, and the start of an ID3v1 tag there. */
async function endsOf(cursor: BufferedReader): Promise<readonly number[]> {
  const withoutOld = cursor.size - ID3V1
  const isOld =
    withoutOld > 0 && (await cursor.peek(withoutOld, 3)).toString('latin1', 0, 3) === 'TAG'
  return isOld ? [cursor.size, withoutOld] : [cursor.size]
}

/** Reads an ID3v2 tag at the end of the file, or in front of an ID3v1 tag there, by its footer. */
async function appendedTag(source: ByteSource, signal: AbortSignal): Promise<Id3Tag | undefined> {
  const cursor = bufferedReader(source, signal)
  for (const end of await endsOf(cursor)) {
    if (end < 2 * ID3_HEADER_BYTES) continue
    const footer = Buffer.from(await cursor.peek(end - ID3_HEADER_BYTES, ID3_HEADER_BYTES))
    if (footer.toString('latin1', 0, 3) !== '3DI') continue
    const [a = 0, b = 0, c = 0, d = 0] = footer.subarray(6)
    const start = end - 2 * ID3_HEADER_BYTES - ((a << 21) | (b << 14) | (c << 7) | d)
    const tag = start < 0 ? undefined : await readId3Tag(source, cursor, start)
    if (tag && tag.start + tag.length === end) return tag
  }
  return undefined
}

/** Reads an APEv2 tag with stores at the same places. */
async function appendedApe(source: ByteSource, signal: AbortSignal): Promise<StoreTag | undefined> {
  const cursor = bufferedReader(source, signal)
  for (const end of await endsOf(cursor)) {
    const ape = await readApeTag(cursor, end)
    if (!ape) continue
    const broken = ape.isAlone ? undefined : 'its manifest shares a tag with other items'
    const tag = { start: ape.start, length: ape.length, version: 0, frames: [], broken }
    return { tag, placement: 'trailing', stores: ape.stores, kept: [] }
  }
  return undefined
}

async function lookInto(
  source: ByteSource,
  tag: Id3Tag,
  placement: StoreTag['placement'],
): Promise<StoreTag> {
  const stores: ByteRange[] = []
  const kept: FilePart[] = []
  for (const frame of tag.frames) {
    const store = await storeInGeob(source, frame)
    if (store) stores.push(store)
    else kept.push(...frame.pieces)
  }
  return { tag, placement, stores, kept }
}

function embeddedStore(
  source: ByteSource,
  { placement }: StoreTag,
  store: ByteRange,
): EmbeddedStore {
  return {
    placement,
    exclusion: store,
    storeLength: store.length,
    read: () => readRange(source, store),
  }
}

const holdsStore = ({ stores }: StoreTag): boolean => stores.length > 0

function standard(tags: readonly StoreTag[], size: number, storeLength: number): FileLayout {
  const leading = tags.find(({ placement }) => placement === 'standard')
  const broken = leading?.tag.broken
  expectThat(broken === undefined, broken ?? '')
  const version = leading?.tag.version ?? FRESH_VERSION
  const kept = leading?.kept ?? []
  const geob = geobHeader(version, storeLength)
  const { head } = encodeId3Header(version, totalLength(kept) + geob.length + storeLength, false)
  const from = leading ? leading.tag.length : 0
  const after = without(
    tags.filter((found) => found !== leading),
    size,
  ).flatMap((piece): readonly FilePart[] => (isRange(piece) ? behind(piece, from) : [piece]))
  return { before: [head, ...kept, geob], excluded: (store) => store, after }
}

function behind({ start, length }: ByteRange, from: number): ByteRange[] {
  const first = Math.max(start, from)
  return start + length > first ? [{ start: first, length: start + length - first }] : []
}

/** Parts of the file in which every tag with a store is rewritten without it, or left out if it held nothing else. */
function without(tags: readonly StoreTag[], size: number): FilePart[] {
  const stale = tags.filter(holdsStore)
  const holes = stale.map(({ tag }) => tag)
  const pieces: FilePart[] = subtractRanges({ start: 0, length: size }, holes)
  for (const { tag, kept, placement } of stale) {
    expectThat(tag.broken === undefined, tag.broken ?? '')
    if (kept.length === 0) continue
    const withFooter = placement === 'trailing'
    const { head, footer } = encodeId3Header(tag.version, totalLength(kept), withFooter)
    const at = withFooter ? pieces.findIndex((piece) => startsBehind(piece, tag)) : 0
    pieces.splice(at < 0 ? pieces.length : at, 0, head, ...kept, footer)
  }
  return pieces
}

const startsBehind = (piece: FilePart, tag: Id3Tag): boolean =>
  isRange(piece) && piece.start > tag.start
