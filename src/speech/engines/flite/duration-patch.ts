import {
  CODE_SECTION,
  encoded,
  functionCalled,
  functionImports,
  openReader,
  sectionOf,
  type WasmModule,
} from './wasm-module.ts'

/**
 * The synthesizer of CLUSTERGEN voices inside flite (cst_cg.c): it lays the segments out in time, predicts the sound of
 * every frame, and makes the sound. Between the first two steps it notes how many frames there are.
 */
const SYNTHESIZER = 'cg_synth'
const NOTES_NUMBER_OF_FRAMES = 'feat_set_int'

/** Where the switch is in the module's memory. Its linker leaves the first 1,024 bytes to nobody (wasm-ld, --global-base). */
export const DURATION_FLAG_ADDRESS = 16

const CALL = 0x10

/**
 * The flite module with a switch behind the first step of its synthesizer, which is a tenth of its time: where it is set,
 * an utterance has its segments and a sound of no length. Throws an Error where the module has no functions of these
 * names, or is none that this can read.
 */
export function withDurationPatch(module: WasmModule): Uint8Array<ArrayBuffer> {
  const { bytes } = module
  const code = sectionOf(module, CODE_SECTION)
  const reader = openReader(code.body)
  const index = functionCalled(module, SYNTHESIZER) - functionImports(module)
  if (index < 0 || index >= reader.number())
    throw new Error('The flite module names a function it has not.')
  for (let skipped = 0; skipped < index; skipped++) reader.bytes(reader.number())
  const start = reader.at()
  const body = reader.bytes(reader.number())
  const at = endOfCall(body, functionCalled(module, NOTES_NUMBER_OF_FRAMES))
  const added = leaveWhereSet(module)
  const patched = Buffer.concat([
    code.body.subarray(0, start),
    Uint8Array.from(encoded(body.length + added.length)),
    body.subarray(0, at),
    Uint8Array.from(added),
    body.subarray(at),
    code.body.subarray(reader.at()),
  ])
  return Buffer.concat([
    bytes.subarray(0, code.start),
    Uint8Array.of(CODE_SECTION, ...encoded(patched.length)),
    patched,
    bytes.subarray(code.end),
  ])
}

/** Behind the first call of `callee`. Its bytes stand for nothing else before it in this function, which is tested by use. */
function endOfCall(body: Uint8Array, callee: number): number {
  const call = Buffer.from([CALL, ...encoded(callee)])
  const at = Buffer.from(body.buffer, body.byteOffset, body.length).indexOf(call)
  if (at === -1) throw new Error(`The flite module does not call ${NOTES_NUMBER_OF_FRAMES}.`)
  return at + call.length
}

/** `if (switch) { utt_set_wave(utterance, new_wave()); return utterance }` */
function leaveWhereSet(module: WasmModule): number[] {
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
