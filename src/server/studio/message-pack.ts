import { decode, type ExtensionCodecType } from '@msgpack/msgpack'

/** No type but JSON's and bytes crosses the wire: an extension is an error, not an object. */
export const NO_EXTENSIONS: ExtensionCodecType<undefined> = {
  tryToEncode: () => null,
  decode: () => {
    throw new TypeError('MessagePack extension types are not used here.')
  },
}

/** Messages of the contract nest five deep. */
const DEPTH = 16
/** A script has at most 2,000 lines of a dozen names and values each. */
const MAX_VALUES = 100_000

/**
 * The value of one frame from outside. Throws where it is not exactly one MessagePack value of JSON's types and bytes, or
 * nests deeper than 16 levels, or has more than 100,000 values. The decoder makes an array as long as its head says before
 * it reads on, so that the bytes are walked over first (https://github.com/msgpack/msgpack/blob/master/spec.md).
 */
export function decodeMessage(bytes: Uint8Array): unknown {
  checkMessage(bytes)
  return decode(bytes, { extensionCodec: NO_EXTENSIONS })
}

/** Walks over the bytes of one value and makes nothing of them. Throws RangeError. */
function checkMessage(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  /** Values that are still to come in each container around the present one. */
  const toCome = [1]
  /** Values still to come in all containers together. */
  let owed = 1
  let values = 0
  let at = 0
  while (owed > 0) {
    const { headBytes, dataBytes, children } = headAt(view, at)
    values++
    at += headBytes + dataBytes
    owed += children - 1
    // Every value takes a byte at least.
    if (owed > bytes.length - at) throw new RangeError('The message is shorter than it says.')
    if (values + owed > MAX_VALUES) throw new RangeError('The message has too many values.')
    toCome[toCome.length - 1] = (toCome.at(-1) ?? 0) - 1
    if (children > 0) toCome.push(children)
    if (toCome.length > DEPTH + 1) throw new RangeError('The message nests too deeply.')
    while (toCome.at(-1) === 0) toCome.pop()
  }
  if (at !== bytes.length) throw new RangeError('There are bytes after the end of the message.')
}

interface Head {
  readonly headBytes: number
  /** Length of the value itself in bytes, without what it contains. */
  readonly dataBytes: number
  /** Values that follow and belong to it. */
  readonly children: number
}

/** Head of the value at byte `at`. Throws RangeError beyond the end, as DataView does. */
function headAt(view: DataView, at: number): Head {
  const first = view.getUint8(at)
  if (first < 0x80 || first >= 0xe0) return leaf(0)
  if (first < 0x90) return { headBytes: 1, dataBytes: 0, children: 2 * (first & 0x0f) }
  if (first < 0xa0) return { headBytes: 1, dataBytes: 0, children: first & 0x0f }
  if (first < 0xc0) return leaf(first & 0x1f)
  const known = HEADS[first]
  if (!known) throw new RangeError('This type is not used here.')
  if (known.kind === 'number') return leaf(known.bytes)
  const length = lengthAt(view, at + 1, known.bytes)
  const headBytes = 1 + known.bytes
  if (known.kind === 'bytes') return { headBytes, dataBytes: length, children: 0 }
  return { headBytes, dataBytes: 0, children: known.kind === 'map' ? 2 * length : length }
}

const leaf = (dataBytes: number): Head => ({ headBytes: 1, dataBytes, children: 0 })

function lengthAt(view: DataView, at: number, bytes: number): number {
  if (bytes === 1) return view.getUint8(at)
  return bytes === 2 ? view.getUint16(at) : view.getUint32(at)
}

interface Kind {
  readonly kind: 'number' | 'bytes' | 'array' | 'map'
  /** Length in bytes: of a number, or of the length field of other kinds. */
  readonly bytes: number
}

const number = (bytes: number): Kind => ({ kind: 'number', bytes })
const sized = (kind: Kind['kind'], bytes: number): Kind => ({ kind, bytes })

/** Formats by their first byte. Extensions (0xc7 to 0xc9, 0xd4 to 0xd8) and the unused 0xc1 are missing. */
const HEADS: Readonly<Record<number, Kind>> = {
  ...{ 192: number(0), 194: number(0), 195: number(0), 202: number(4), 203: number(8) },
  ...{ 196: sized('bytes', 1), 197: sized('bytes', 2), 198: sized('bytes', 4) },
  ...{ 204: number(1), 205: number(2), 206: number(4), 207: number(8) },
  ...{ 208: number(1), 209: number(2), 210: number(4), 211: number(8) },
  ...{ 217: sized('bytes', 1), 218: sized('bytes', 2), 219: sized('bytes', 4) },
  ...{ 220: sized('array', 2), 221: sized('array', 4) },
  ...{ 222: sized('map', 2), 223: sized('map', 4) },
}
