import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { forkWorker } from '#speech/worker/fork.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import { modelProcessFlags } from './model-process.ts'
import type { InstalledPack, PackSource } from './pack.ts'

/** The packs that train/tiny-packs makes. */
const PACKS = join(import.meta.dirname, 'packs-for-tests')
const ALL = LANGUAGES.map(({ code }) => code)

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
export function tinyPack(id: TinyId, folder?: string): InstalledPack {
  const place = folder === undefined ? join(PACKS, id) : join(folder, id)
  if (folder !== undefined) cpSync(join(PACKS, id), place, { recursive: true })
  const files = readdirSync(place).map((name) => {
    const bytes = readFileSync(join(place, name))
    return { name, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  return { id, name: `Pack ${id}`, ...MANIFESTS[id], folder: place, files, memoryMegabytes: 600 }
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
