import type { BufferedReader, ByteRange } from '#provenance/c2pa/byte-source.ts'
import type { FileLayout } from './container.ts'

/** Header and footer of an APEv2 tag: magic, version 2000, length of items and footer, item count, flags, 8 zero bytes. */
const MAGIC = 'APETAGEX'
const EDGE = 32
const VERSION = 2_000
const HAS_HEAD = 0x8000_0000
const IS_HEAD = 0x2000_0000
/** Item flag: the value is binary. */
const BINARY = 2
const ITEM_HEAD = 8
const LONGEST_KEY = 255
const MOST_ITEMS = 1_000
const KEY = 'C2PA'

/** An APEv2 tag that holds manifest stores. `isAlone`: it holds nothing else. */
export interface ApeTag extends ByteRange {
  readonly stores: readonly ByteRange[]
  readonly isAlone: boolean
}

/** Layout of a tag whose only item is the store. Exactly the bytes of the store are excluded. */
export function apeTagLayout(storeLength: number): FileLayout {
  const head = Buffer.alloc(ITEM_HEAD)
  head.writeUInt32LE(storeLength, 0)
  head.writeUInt32LE(BINARY, 4)
  const item = Buffer.concat([head, Buffer.from(`${KEY}\0`, 'latin1')])
  const length = item.length + storeLength + EDGE
  return {
    before: [edge(length, HAS_HEAD + IS_HEAD), item],
    excluded: (store) => store,
    after: [edge(length, HAS_HEAD)],
  }
}

function edge(length: number, flags: number): Buffer {
  const bytes = Buffer.alloc(EDGE)
  bytes.write(MAGIC, 0, 'latin1')
  bytes.writeUInt32LE(VERSION, 8)
  bytes.writeUInt32LE(length, 12)
  bytes.writeUInt32LE(1, 16)
  bytes.writeUInt32LE(flags, 20)
  return bytes
}

/** Reads the tag that ends at `end`. Undefined where there is none, or one without a store. */
export async function readApeTag(cursor: BufferedReader, end: number): Promise<ApeTag | undefined> {
  if (end < EDGE) return undefined
  const footer = Buffer.from(await cursor.peek(end - EDGE, EDGE))
  if (footer.length < EDGE || footer.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
  if (footer.readUInt32LE(8) !== VERSION) return undefined
  const hasHead = footer.readUInt32LE(20) >= HAS_HEAD
  const first = end - footer.readUInt32LE(12)
  const start = first - (hasHead ? EDGE : 0)
  if (start < 0 || first > end - EDGE) return undefined
  const items = await itemsIn(cursor, first, end - EDGE)
  const stores = items.filter(({ key }) => key === KEY).map(({ value }) => value)
  if (stores.length === 0) return undefined
  return { start, length: end - start, stores, isAlone: items.length === 1 }
}

interface ApeItem {
  readonly key: string
  readonly value: ByteRange
}

/** Items from `start` to `end`, up to the first that is malformed. */
async function itemsIn(
  cursor: BufferedReader,
  start: number,
  end: number,
): Promise<readonly ApeItem[]> {
  const items: ApeItem[] = []
  for (let at = start; at + ITEM_HEAD < end && items.length < MOST_ITEMS; ) {
    const head = Buffer.from(await cursor.peek(at, ITEM_HEAD + LONGEST_KEY + 1))
    const keyEnd = head.indexOf(0, ITEM_HEAD)
    if (keyEnd < 0) break
    const value = { start: at + keyEnd + 1, length: head.readUInt32LE(0) }
    at = value.start + value.length
    if (at > end) break
    items.push({ key: head.toString('latin1', ITEM_HEAD, keyEnd), value })
  }
  return items
}
