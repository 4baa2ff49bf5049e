import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'

/** Columns of numbers, and lists of words, in one compressed file. */
export interface Packed {
  readonly numbers: Readonly<Record<string, Uint8Array | Uint16Array | Uint32Array>>
  readonly words: Readonly<Record<string, readonly string[]>>
}

const Header = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['words', 'u8', 'u16', 'u32']),
      /** Bytes in the file. */
      bytes: z.number().int().min(0),
    }),
  ),
})

/**
 * Reads a file of columns: the length of a JSON header (4 bytes, little-endian), the header, then the columns, all compressed by
 * Brotli. Columns of 16 and 32 bits are stored byte plane by byte plane, low bytes first; words are joined by line feeds.
 * Throws Error for anything else.
 */
export function unpack(file: Uint8Array): Packed {
  const bytes = brotliDecompressSync(file)
  const length = bytes.readUInt32LE(0)
  const header = Header.parse(JSON.parse(bytes.toString('utf8', 4, 4 + length)))
  const numbers: Record<string, Uint8Array | Uint16Array | Uint32Array> = {}
  const words: Record<string, readonly string[]> = {}
  let at = 4 + length
  for (const column of header.columns) {
    const part = bytes.subarray(at, at + column.bytes)
    if (part.length !== column.bytes) throw new Error(`The column ${column.name} is cut off.`)
    at += column.bytes
    if (column.kind === 'words')
      words[column.name] = part.length === 0 ? [] : part.toString('utf8').split('\n')
    else if (column.kind === 'u8') numbers[column.name] = new Uint8Array(part)
    else numbers[column.name] = joinPlanes(part, column.kind)
  }
  return { numbers, words }
}

function joinPlanes(part: Uint8Array, kind: 'u16' | 'u32'): Uint16Array | Uint32Array {
  const width = kind === 'u16' ? 2 : 4
  const length = part.length / width
  const column = kind === 'u16' ? new Uint16Array(length) : new Uint32Array(length)
  for (let i = 0; i < length; i++) {
    let value = 0
    for (let plane = width - 1; plane >= 0; plane--)
      value = value * 256 + (part[plane * length + i] ?? 0)
    column[i] = value
  }
  return column
}

/** A column of numbers of a packed file. Throws Error where it is missing or of another kind. */
export function columnOf<Column extends Uint8Array | Uint16Array | Uint32Array>(
  packed: Packed,
  name: string,
  kind: new (length: number) => Column,
): Column {
  const column = packed.numbers[name]
  if (!(column instanceof kind)) throw new Error(`There is no column ${name}.`)
  return column
}

/** A list of words of a packed file. Throws Error where it is missing. */
export function wordsOf(packed: Packed, name: string): readonly string[] {
  const words = packed.words[name]
  if (!words) throw new Error(`There is no list ${name}.`)
  return words
}

/** Logarithms of probabilities are stored as -16 log p, rounded, at most 255. */
export const STEP = 1 / 16
