/**
 * The vocoder of CLUSTERGEN voices inside flite. It may answer with no sound (null): flite then takes the utterance for
 * an interrupted one and still tells its segments (cg_resynth in flite's cst_cg.c).
 */
const VOCODER = 'mlsa_resynthesis'

/** Where the switch is in the module's memory. Its linker leaves the first 1,024 bytes to nobody (wasm-ld, --global-base). */
export const VOCODER_SWITCH = 16

const CODE_SECTION = 10
const IMPORT_SECTION = 2
const CUSTOM_SECTION = 0
const FUNCTION_IMPORT = 0
/** `i32.const 16`, `i32.load`, `if`, `i32.const 0`, `return`, `end`: null where the switch is set. */
const ASK_SWITCH = [0x41, VOCODER_SWITCH, 0x28, 2, 0, 0x04, 0x40, 0x41, 0, 0x0f, 0x0b]

/**
 * The flite module with a switch before its vocoder, which is three quarters of its time: for those who ask how long a
 * text is and not how it sounds. Throws an Error where the module has no function of that name, or is none that this
 * can read (WebAssembly Core Specification 2.0, section 5.5).
 */
export function withVocoderSwitch(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(module)
  const name = sections.find(({ id, body }) => id === CUSTOM_SECTION && nameOf(body) === 'name')
  const code = sections.find(({ id }) => id === CODE_SECTION)
  const imports = sections.find(({ id }) => id === IMPORT_SECTION)
  if (!name || !code) throw new Error('The flite module tells no names of functions.')
  const index = functionCalled(VOCODER, name.body) - (imports ? functionImports(imports.body) : 0)
  const patched = withSwitch(code.body, index)
  return Buffer.concat([
    module.subarray(0, code.start),
    Uint8Array.of(CODE_SECTION, ...encoded(patched.length)),
    patched,
    module.subarray(code.end),
  ])
}

interface Section {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly body: Uint8Array
}

function sectionsOf(module: Uint8Array): Section[] {
  const sections: Section[] = []
  const reader = openReader(module, 8)
  while (reader.at() < module.length) {
    const start = reader.at()
    const id = reader.byte()
    const body = reader.bytes(reader.number())
    sections.push({ id, start, end: reader.at(), body })
  }
  return sections
}

function nameOf(customSection: Uint8Array): string {
  const reader = openReader(customSection)
  return reader.text()
}

/** The index of a function in the name section (appendix "Name Section" of the specification). */
function functionCalled(wanted: string, section: Uint8Array): number {
  const reader = openReader(section)
  reader.text()
  while (reader.at() < section.length) {
    const kind = reader.byte()
    const names = openReader(reader.bytes(reader.number()))
    if (kind !== 1) continue
    for (let left = names.number(); left > 0; left--) {
      const index = names.number()
      if (names.text() === wanted) return index
    }
  }
  throw new Error(`The flite module has no function called ${wanted}.`)
}

function functionImports(section: Uint8Array): number {
  const reader = openReader(section)
  let functions = 0
  for (let left = reader.number(); left > 0; left--) {
    reader.text()
    reader.text()
    // flite imports nothing but functions of WASI.
    if (reader.byte() !== FUNCTION_IMPORT)
      throw new Error('The flite module imports more than functions.')
    reader.number()
    functions++
  }
  return functions
}

function withSwitch(section: Uint8Array, index: number): Uint8Array {
  const reader = openReader(section)
  const count = reader.number()
  if (index < 0 || index >= count) throw new Error('The flite module names a function it has not.')
  for (let skipped = 0; skipped < index; skipped++) reader.bytes(reader.number())
  const start = reader.at()
  const body = reader.bytes(reader.number())
  const afterLocals = endOfLocals(body)
  return Buffer.concat([
    section.subarray(0, start),
    Uint8Array.from(encoded(body.length + ASK_SWITCH.length)),
    body.subarray(0, afterLocals),
    Uint8Array.from(ASK_SWITCH),
    body.subarray(afterLocals),
    section.subarray(reader.at()),
  ])
}

function endOfLocals(body: Uint8Array): number {
  const reader = openReader(body)
  for (let left = reader.number(); left > 0; left--) {
    reader.number()
    reader.byte()
  }
  return reader.at()
}

function openReader(bytes: Uint8Array, start = 0) {
  let at = start
  const byte = (): number => {
    const value = bytes[at++]
    if (value === undefined) throw new Error('The flite module ends too early.')
    return value
  }
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error('The flite module ends too early.')
    at += length
    return bytes.subarray(at - length, at)
  }
  /** LEB128 of at most 32 bits. */
  const number = (): number => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const next = byte()
      value += (next & 0x7f) * 2 ** shift
      if (next < 0x80) return value
    }
    throw new Error('The flite module holds a number that is too long.')
  }
  const text = (): string => Buffer.from(take(number())).toString('utf8')
  return { at: () => at, byte, bytes: take, number, text }
}

function encoded(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest % 128
    rest = Math.floor(rest / 128)
    bytes.push(rest > 0 ? low + 128 : low)
  } while (rest > 0)
  return bytes
}
