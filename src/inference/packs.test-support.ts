import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import { modelProcessFlags } from './model-process.ts'
import type { InstalledPack, PackSource } from './pack.ts'

/** The packs that train/tiny-packs makes. */
const PACKS = join(import.meta.dirname, 'packs-for-tests')
const ALL = LANGUAGES.map(({ code }) => code)

/** Packs of train/tiny-packs/speech.py. */
const SPEECH = {
  'tiny-kokoro': {
    languages: ['en'],
    runtime: 'kokoro',
    settings: {
      ...{ model: 'onnx/model_q8f16.onnx', tokenizer: 'tokenizer.json', sampleRate: 24_000 },
      ...{ durations: '/encoder/Cast_output_0' },
      voices: [
        { id: 'af_heart', file: 'voices/af_heart.bin', gender: 'female', accent: 'en-US' },
        { id: 'bm_george', file: 'voices/bm_george.bin', gender: 'male', accent: 'en-GB' },
      ],
    },
  },
  'tiny-piper': vits(['en'], 'piper'),
  'tiny-piper-untimed': vits(['en'], 'piper'),
  'tiny-coqui': vits(['yo'], 'coqui'),
  'tiny-mms-yor': vits(['yo'], 'mms'),
  'tiny-mms-hau': vits(['ha'], 'mms'),
  'tiny-mms-amh': vits(['am'], 'mms'),
} as const

function vits<const L extends readonly LanguageCode[]>(
  languages: L,
  family: 'piper' | 'mms' | 'coqui',
) {
  const files = {
    piper: { model: 'model.onnx', config: 'model.onnx.json' },
    coqui: { model: 'model.onnx', config: 'config.json' },
    mms: { model: 'onnx/model_quantized.onnx', config: 'config.json', vocabulary: 'vocab.json' },
  }
  const romanise = languages[0] === 'am'
  return { languages, runtime: 'vits', settings: { family, ...files[family], romanise } } as const
}

type TinySpeechId = keyof typeof SPEECH
type TinyId = 'tiny-ctc' | 'tiny-whisper' | 'tiny-nllb' | 'tiny-madlad'
const MANIFESTS: Readonly<
  Record<TinyId, Pick<InstalledPack, 'task' | 'runtime' | 'languages' | 'settings'>>
> = {
  'tiny-ctc': {
    ...{ task: 'transcription', runtime: 'omnilingual-ctc', languages: ALL, settings: {} },
  },
  'tiny-whisper': {
    ...{ task: 'transcription', runtime: 'whisper', languages: ['en', 'yo', 'ha', 'am'] },
    settings: {},
  },
  'tiny-nllb': {
    ...{ task: 'translation', runtime: 'seq2seq', languages: ['en', 'yo', 'ha', 'ig', 'am'] },
    settings: { family: 'nllb' },
  },
  'tiny-madlad': {
    ...{
      task: 'translation',
      runtime: 'seq2seq',
      languages: ALL,
      settings: { family: 'madlad', mostTokens: 20 },
    },
  },
}

/** A pack as a store knows it, in the folder where it lies or in `folder`, into which it is copied. */
export function tinyPack(id: TinyId | TinySpeechId, folder?: string): InstalledPack {
  const place = folder === undefined ? join(PACKS, id) : join(folder, id)
  if (folder !== undefined) cpSync(join(PACKS, id), place, { recursive: true })
  const files = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
      return { name: relative(place, path).replaceAll('\\', '/'), sha256 }
    })
  const manifest = id in SPEECH ? speechManifest(id as TinySpeechId) : MANIFESTS[id as TinyId]
  return { id, name: `Pack ${id}`, ...manifest, folder: place, files, memoryMegabytes: 600 }
}

function speechManifest(id: TinySpeechId) {
  const { languages, runtime, settings } = SPEECH[id]
  return { task: 'speech', languages, runtime, settings } as const
}

/** Packs that lie on the disk already, and can be taken away. */
export interface PacksForTests extends PackSource {
  remove(id: string): Promise<void>
}

export function packsForTests(packs: readonly InstalledPack[]): PacksForTests {
  const known = new Map(packs.map((pack) => [pack.id, pack]))
  const listeners = new Set<(id: string) => Promise<void>>()
  return {
    installed: async () => [...known.values()],
    unusable: async () => [],
    folderOf: async (id) => {
      const pack = known.get(id)
      if (pack && existsSync(pack.folder)) return pack
      throw new AppError('model/failed', `${id} is not installed.`)
    },
    onLeaving(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async remove(id) {
      known.delete(id)
      for (const listener of listeners) await listener(id)
    },
  }
}

/** Starts a model process as the product does. */
export function startModelProcess(): WorkerLink {
  return forkWorker(join(import.meta.dirname, 'process/index.ts'), [], modelProcessFlags())
}

/** A recording of 16 kHz mono 16 bit without a header, as samples. */
export function clip(name: string): Float32Array {
  const bytes = readFileSync(join(PACKS, 'clips', `${name}.s16`))
  return Float32Array.from(
    { length: bytes.length / 2 },
    (_, at) => bytes.readInt16LE(at * 2) / 32_768,
  )
}
