/** Sections of a WebAssembly module in its binary format (WebAssembly Core Specification 2.0, section 5.5). */
export interface WasmModule {
  readonly bytes: Uint8Array
  readonly sections: readonly Section[]
}

export interface Section {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly body: Uint8Array
}

export const CODE_SECTION = 10
const IMPORT_SECTION = 2
const DATA_SECTION = 11
const CUSTOM_SECTION = 0
const FUNCTION_IMPORT = 0
const I32_CONST = 0x41
/**
 * Subsections of names (appendix "Name Section" of the specification, and the tool conventions' "Extended Name
 * Section").
 */
const FUNCTION_NAMES = 1
const DATA_NAMES = 9
const HEADER_BYTES = 8

/** Parses a module. Throws an Error where the bytes are not a module in this format. */
export function readModule(bytes: Uint8Array): WasmModule {
  const sections: Section[] = []
  const reader = openWasmReader(bytes, HEADER_BYTES)
  while (reader.at() < bytes.length) {
    const start = reader.at()
    const id = reader.byte()
    const body = reader.bytes(reader.number())
    sections.push({ id, start, end: reader.at(), body })
  }
  return { bytes, sections }
}

/** The section with an id. Throws an Error where the module has none. */
export function sectionOf({ sections }: WasmModule, wanted: number): Section {
  const section = sections.find(({ id }) => id === wanted)
  if (!section) throw new Error(`The WebAssembly module has no section ${wanted}.`)
  return section
}

/** Index of a function by its name, imported functions counted first. Throws an Error where there is none. */
export function functionCalled(module: WasmModule, name: string): number {
  return indexOf(module, FUNCTION_NAMES, name)
}

/** Number of imported functions: they have the first indices. */
export function functionImports(module: WasmModule): number {
  const reader = openWasmReader(sectionOf(module, IMPORT_SECTION).body)
  let functions = 0
  for (let left = reader.number(); left > 0; left--) {
    reader.text()
    reader.text()
    // A WASI command imports functions only.
    if (reader.byte() !== FUNCTION_IMPORT)
      throw new Error('The WebAssembly module imports more than functions.')
    reader.number()
    functions++
  }
  return functions
}

/** Address of a named data segment in memory. Throws an Error where there is none. */
export function addressOfData(module: WasmModule, name: string): number {
  const wanted = indexOf(module, DATA_NAMES, name)
  const reader = openWasmReader(sectionOf(module, DATA_SECTION).body)
  for (let left = reader.number(), index = 0; left > 0; left--, index++) {
    // An active segment of memory 0 with a constant address.
    if (reader.number() !== 0 || reader.byte() !== I32_CONST) break
    const address = reader.number()
    reader.byte()
    if (index === wanted) return address
    reader.bytes(reader.number())
  }
  throw new Error(`The WebAssembly module does not say where ${name} lies in memory.`)
}

function indexOf({ sections }: WasmModule, wantedKind: number, wanted: string): number {
  const section = sections.find(
    ({ id, body }) => id === CUSTOM_SECTION && openWasmReader(body).text() === 'name',
  )
  const reader = openWasmReader(section?.body ?? new Uint8Array(1))
  reader.text()
  while (reader.more()) {
    const kind = reader.byte()
    const names = openWasmReader(reader.bytes(reader.number()))
    if (kind !== wantedKind) continue
    for (let left = names.number(); left > 0; left--) {
      const index = names.number()
      if (names.text() === wanted) return index
    }
  }
  throw new Error(`The WebAssembly module has nothing called ${wanted}.`)
}

/** Reads numbers, bytes and names in sequence. */
export function openWasmReader(bytes: Uint8Array, start = 0) {
  let at = start
  const byte = (): number => {
    const value = bytes[at++]
    if (value === undefined) throw new Error('The WebAssembly module ends too early.')
    return value
  }
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error('The WebAssembly module ends too early.')
    at += length
    return bytes.subarray(at - length, at)
  }
  /** Unsigned LEB128 of at most 32 bits. */
  const number = (): number => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const next = byte()
      value += (next & 0x7f) * 2 ** shift
      if (next < 0x80) return value
    }
    throw new Error('The WebAssembly module holds a number that is too long.')
  }
  const text = (): string => Buffer.from(take(number())).toString('utf8')
  return { at: () => at, more: () => at < bytes.length, byte, bytes: take, number, text }
}

/** Unsigned LEB128 padded to five bytes, as wasm-ld writes numbers that it fills in last. */
export function encoded(value: number): number[] {
  return [0, 7, 14, 21, 28].map((shift) => ((value >>> shift) & 0x7f) | (shift < 28 ? 0x80 : 0))
}
