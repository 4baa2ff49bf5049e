import type { BufferedReader, ByteRange } from '#provenance/c2pa/byte-source.ts'
import { type EbmlElement, encodeElement, encodeElementHeader, readElement } from './ebml.ts'

const ATTACHMENTS = 0x1941_a469
const ATTACHED_FILE = 0x61a7
const DESCRIPTION = 0x467e
const NAME = 0x466e
const MEDIA_TYPE = 0x4660
const DATA = 0x465c
const UID = 0x46ae

const TYPE = Buffer.from('application/c2pa', 'latin1')
const MOST_CHILDREN = 1_000

/** Unique within the file, and not 0: the letters "c2pa". */
const STORE_UID = Buffer.from('c2pa', 'latin1')

/** Encodes an `Attachments` element with one attached file, up to the data of that file (RFC 9559, section 5.1.6). */
export function attachmentHeader(storeLength: number): Uint8Array {
  const facts = [
    encodeElement(DESCRIPTION, Buffer.from('C2PA manifest store', 'latin1')),
    encodeElement(NAME, Buffer.from('manifest.c2pa', 'latin1')),
    encodeElement(MEDIA_TYPE, TYPE),
    encodeElement(UID, STORE_UID),
    encodeElementHeader(DATA, storeLength),
  ]
  const file = Buffer.concat(facts)
  const fileLength = file.length + storeLength
  const fileHead = encodeElementHeader(ATTACHED_FILE, fileLength)
  return Buffer.concat([
    encodeElementHeader(ATTACHMENTS, fileHead.length + fileLength),
    fileHead,
    file,
  ])
}

/** Finds the manifest stores in an `Attachments` element that ends at `end`. `isAlone`: it holds one file and no other. */
export async function attachedStores(
  cursor: BufferedReader,
  attachments: EbmlElement,
  end: number,
): Promise<{ readonly stores: readonly ByteRange[]; readonly isAlone: boolean }> {
  const stores: ByteRange[] = []
  const files = await childrenOf(cursor, attachments.dataStart, end)
  for (const file of files) {
    if (file.id !== ATTACHED_FILE || file.dataLength === undefined) continue
    const parts = await childrenOf(cursor, file.dataStart, file.dataStart + file.dataLength)
    const type = parts.find(({ id }) => id === MEDIA_TYPE)
    const data = parts.find(({ id }) => id === DATA)
    if (data?.dataLength === undefined || !(await isStore(cursor, type))) continue
    stores.push({ start: data.dataStart, length: data.dataLength })
  }
  return { stores, isAlone: files.length === 1 }
}

async function isStore(cursor: BufferedReader, type: EbmlElement | undefined): Promise<boolean> {
  if (type?.dataLength !== TYPE.length) return false
  return TYPE.equals(await cursor.peek(type.dataStart, TYPE.length))
}

async function childrenOf(
  cursor: BufferedReader,
  start: number,
  end: number,
): Promise<EbmlElement[]> {
  const children: EbmlElement[] = []
  for (let at = start; at < end && children.length < MOST_CHILDREN; ) {
    const child = await readElement(cursor, at)
    if (child?.dataLength === undefined || child.dataStart + child.dataLength > end) break
    children.push(child)
    at = child.dataStart + child.dataLength
  }
  return children
}
