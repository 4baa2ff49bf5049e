import { createHash } from 'node:crypto'
import { expectThat, FormatError } from './format-error.ts'

/** A JUMBF superbox (ISO/IEC 19566-5): its type as a four-character code, its label and its content. */
export interface Superbox {
  readonly type: string
  readonly label: string
  readonly children: readonly Superbox[]
  readonly boxes: readonly ContentBox[]
  /** The bytes a hashed URI hashes: everything but the box's own 8-byte header. */
  readonly payload: Uint8Array
}

export interface ContentBox {
  readonly type: string
  readonly data: Uint8Array
}

/** Bytes that follow the four-character code in the UUIDs of C2PA. */
const UUID_TAIL = Buffer.from('00110010800000AA00389B71', 'hex')
/** Requestable, with a label. */
const TOGGLES = 0x03
/** As `TOGGLES`, with a private box (a salt), which other signers write. */
const TOGGLES_PRIVATE = 0x13
const HEADER = 8
const DEPTH = 8
const MOST_BOXES = 4_096

/** Encodes a JUMBF content box: length, four-character code, data. */
export function encodeBox(type: string, ...data: readonly Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(HEADER)
  header.writeUInt32BE(
    data.reduce((length, part) => length + part.length, HEADER),
    0,
  )
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...data])
}

/** Encodes a superbox with the description box that C2PA asks for, around encoded boxes. */
export function encodeSuperbox(
  type: string,
  label: string,
  ...content: readonly Uint8Array[]
): Uint8Array {
  const description = Buffer.concat([
    Buffer.from(type, 'latin1'),
    UUID_TAIL,
    Buffer.of(TOGGLES),
    Buffer.from(`${label}\0`, 'utf8'),
  ])
  return encodeBox('jumb', encodeBox('jumd', description), ...content)
}

/** SHA-256 of an encoded superbox as hashed URIs count it: without its own 8-byte header. */
export function hashSuperbox(encoded: Uint8Array): Uint8Array {
  return createHash('sha256').update(encoded.subarray(HEADER)).digest()
}

/**
 * The one superbox that fills `bytes` exactly. Throws `FormatError` on anything else, on more than 8 levels and on more
 * than 4,096 boxes. Everything returned is a view of the input.
 */
export function decodeSuperbox(bytes: Uint8Array): Superbox {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const [box, ...others] = boxesOf(buffer, { left: MOST_BOXES })
  expectThat(box !== undefined && others.length === 0, 'There is not exactly one manifest store.')
  expectThat(box.type === 'jumb', 'The manifest store is not a JUMBF superbox.')
  return superbox(box.data, 0, { left: MOST_BOXES })
}

interface Budget {
  left: number
}

interface RawBox {
  readonly type: string
  readonly data: Buffer
}

function boxesOf(bytes: Buffer, budget: Budget): RawBox[] {
  const boxes: RawBox[] = []
  for (let at = 0; at < bytes.length; ) {
    budget.left -= 1
    expectThat(budget.left >= 0, 'The manifest store has too many boxes.')
    expectThat(bytes.length - at >= HEADER, 'A JUMBF box is cut off.')
    const length = bytes.readUInt32BE(at)
    expectThat(length >= HEADER && length <= bytes.length - at, 'A JUMBF box has a wrong length.')
    const type = bytes.toString('latin1', at + 4, at + HEADER)
    boxes.push({ type, data: bytes.subarray(at + HEADER, at + length) })
    at += length
  }
  return boxes
}

function superbox(payload: Buffer, depth: number, budget: Budget): Superbox {
  expectThat(depth < DEPTH, 'The manifest store is nested too deeply.')
  const [description, ...content] = boxesOf(payload, budget)
  expectThat(description?.type === 'jumd', 'A JUMBF superbox has no description.')
  const children: Superbox[] = []
  const boxes: ContentBox[] = []
  for (const { type, data } of content)
    if (type === 'jumb') children.push(superbox(data, depth + 1, budget))
    else boxes.push({ type, data })
  return { ...describe(description.data), children, boxes, payload }
}

function describe(data: Buffer): { readonly type: string; readonly label: string } {
  expectThat(data.length > 17, 'A JUMBF description is cut off.')
  expectThat(data.subarray(4, 16).equals(UUID_TAIL), 'A JUMBF box has an unknown type.')
  const toggles = data[16]
  expectThat(
    toggles === TOGGLES || toggles === TOGGLES_PRIVATE,
    'A JUMBF description has unknown settings.',
  )
  const end = data.indexOf(0, 17)
  expectThat(end > 17, 'A JUMBF box has no label.')
  const private_ = data.subarray(end + 1)
  expectThat(
    (toggles === TOGGLES_PRIVATE) === private_.length > 0,
    'There is something after a JUMBF label.',
  )
  return { type: data.toString('latin1', 0, 4), label: labelOf(data.subarray(17, end)) }
}

function labelOf(bytes: Buffer): string {
  const label = bytes.toString('utf8')
  if (!Buffer.from(label, 'utf8').equals(bytes))
    throw new FormatError('A JUMBF label is not UTF-8.')
  return label
}

/** The only child with this label. Throws `FormatError` where there is none or more than one. */
export function childOf(parent: Superbox, label: string): Superbox {
  const [child, ...others] = parent.children.filter((box) => box.label === label)
  expectThat(child !== undefined, `The manifest has no "${label}".`)
  expectThat(others.length === 0, `The manifest has "${label}" twice.`)
  return child
}

/** The data of a superbox that holds exactly one content box of this type. Throws `FormatError` otherwise. */
export function contentOf(box: Superbox, type: string): Uint8Array {
  const [content, ...others] = box.boxes
  const isIt = content?.type === type && others.length === 0 && box.children.length === 0
  expectThat(isIt, `"${box.label}" does not hold what it should.`)
  return content.data
}
