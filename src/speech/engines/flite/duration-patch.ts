import {
  CODE_SECTION,
  encoded,
  functionCalled,
  functionImports,
  openWasmReader,
  sectionOf,
  type WasmModule,
} from './wasm-module.ts'

/**
 * Synthesizer of CLUSTERGEN voices in flite (cst_cg.c): it predicts durations, then the spectrum of every frame, then
 * the waveform. It stores the number of frames between the first two steps.
 */
const SYNTHESIZER = 'cg_synth'
const SET_FRAME_COUNT = 'feat_set_int'

/**
 * Address of the flag in the module's memory. The linker leaves the first 1,024 bytes unused (wasm-ld, --global-base).
 */
export const DURATION_FLAG_ADDRESS = 16

const CALL = 0x10

/**
 * Patches the flite module so that a flag in memory ends the synthesizer after its duration step, a tenth of its time:
 * the utterance then has segments and an empty waveform. Throws an Error where the module has no functions of these
 * names or cannot be parsed.
 */
export function withDurationPatch(module: WasmModule): Uint8Array<ArrayBuffer> {
  const { bytes } = module
  const code = sectionOf(module, CODE_SECTION)
  const reader = openWasmReader(code.body)
  const index = functionCalled(module, SYNTHESIZER) - functionImports(module)
  if (index < 0 || index >= reader.number())
    throw new Error('The flite module names a function it has not.')
  for (let skipped = 0; skipped < index; skipped++) reader.bytes(reader.number())
  const start = reader.at()
  const body = reader.bytes(reader.number())
  const at = endOfCall(body, functionCalled(module, SET_FRAME_COUNT))
  const added = earlyReturn(module)
  // Copied once: the module is large, and every process that speaks patches it.
  const patched = [
    code.body.subarray(0, start),
    Uint8Array.from(encoded(body.length + added.length)),
    body.subarray(0, at),
    Uint8Array.from(added),
    body.subarray(at),
    code.body.subarray(reader.at()),
  ]
  const length = patched.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([
    bytes.subarray(0, code.start),
    Uint8Array.of(CODE_SECTION, ...encoded(length)),
    ...patched,
    bytes.subarray(code.end),
  ])
}

/**
 * Offset behind the first call of `callee`. The same bytes do not occur earlier in this function; the tests prove it by
 * use.
 */
function endOfCall(body: Uint8Array, callee: number): number {
  const call = Buffer.from([CALL, ...encoded(callee)])
  const at = Buffer.from(body.buffer, body.byteOffset, body.length).indexOf(call)
  if (at === -1) throw new Error(`The flite module does not call ${SET_FRAME_COUNT}.`)
  return at + call.length
}

/** `if (flag) { utt_set_wave(utterance, new_wave()); return utterance }` */
function earlyReturn(module: WasmModule): number[] {
  const call = (name: string): number[] => [CALL, ...encoded(functionCalled(module, name))]
  const ifSet = [0x41, DURATION_FLAG_ADDRESS, 0x28, 2, 0, 0x04, 0x40]
  const utterance = [0x20, 0]
  const [drop, leave, end] = [0x1a, 0x0f, 0x0b]
  return [
    ...ifSet,
    ...[...utterance, ...call('new_wave'), ...call('utt_set_wave'), drop],
    ...[...utterance, leave, end],
  ]
}
