import { brotliCompressSync, constants } from 'node:zlib'
import { type Packed, STEP } from '#translation/statistical/packed.ts'

/** Writes columns and lists as `unpack` reads them. */
export function pack({ numbers, words }: Packed, quality = 9): Buffer {
  const columns: { name: string; kind: string; bytes: number }[] = []
  const parts: Uint8Array[] = []
  const add = (name: string, kind: string, part: Uint8Array): void => {
    columns.push({ name, kind, bytes: part.length })
    parts.push(part)
  }
  for (const [name, list] of Object.entries(words)) add(name, 'words', Buffer.from(list.join('\n')))
  for (const [name, column] of Object.entries(numbers)) {
    if (column instanceof Uint8Array) add(name, 'u8', column)
    else if (column instanceof Uint16Array) add(name, 'u16', planes(column, 2))
    else add(name, 'u32', planes(column, 4))
  }
  const header = Buffer.from(JSON.stringify({ columns }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  return brotliCompressSync(Buffer.concat([length, header, ...parts]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
}

function planes(column: Uint16Array | Uint32Array, width: number): Uint8Array {
  const bytes = new Uint8Array(column.length * width)
  column.forEach((value, i) => {
    for (let plane = 0; plane < width; plane++)
      bytes[plane * column.length + i] = Math.floor(value / 256 ** plane) % 256
  })
  return bytes
}

/** A log probability as a byte. */
export function quantised(logP: number): number {
  return Math.max(0, Math.min(255, Math.round(-logP / STEP)))
}
