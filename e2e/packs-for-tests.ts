import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PACKS = join(ROOT, 'src/inference/packs-for-tests')
const LANGUAGES = ['en', 'am', 'ha', 'ig', 'yo', 'pcm']

/** A small recogniser that knows 108 words, and a small translator of a few English and Yoruba words. */
const SMALL = {
  'tiny-ctc': {
    ...{ task: 'transcription', name: 'Small recogniser', runtime: 'omnilingual-ctc' },
    ...{ improves: 'Writes down what is said.', languages: LANGUAGES, settings: {} },
  },
  'tiny-nllb': {
    ...{ task: 'translation', name: 'Small translator', runtime: 'seq2seq' },
    ...{ improves: 'Translates better.', languages: ['en', 'yo', 'ha', 'ig', 'am'] },
    settings: { family: 'nllb' },
  },
} as const
export type SmallPack = keyof typeof SMALL

/** A folder with a catalog of the small packs, which cannot be downloaded; remove it. */
export async function smallCatalog(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'griot àkójọ '))
  await mkdir(join(folder, 'licences'))
  await writeFile(join(folder, 'licences/own.txt'), 'You may use it.\n')
  for (const [id, { task, ...entry }] of Object.entries(SMALL)) {
    const files = readdirSync(join(PACKS, id)).map((name) => {
      const bytes = readFileSync(join(PACKS, id, name))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { name, bytes: bytes.length, sha256 }
    })
    const licence = {
      ...{ id: 'Apache-2.0', name: 'A licence for tests', text: 'own.txt' },
      ...{ commercialUse: true, attribution: 'Àdùkẹ́' },
    }
    const source = { page: null, revision: null, files: 'https://packs.example/' }
    const measures = { memoryMegabytes: 300, measured: [], isChecked: true, notes: [] }
    const packs = [{ id, ...entry, licence, source, files, ...measures }]
    const catalog = { schema: 1, revision: '2026-01-01', task, packs }
    await writeFile(join(folder, `${task}.json`), JSON.stringify(catalog))
  }
  return folder
}

/** Installs a small pack from its folder, as a person does on the command line. */
export function importPack(
  id: SmallPack,
  home: string,
  variables: Readonly<Record<string, string>>,
): void {
  const accepted = ['--pack', id, '--accept-licence', 'Apache-2.0']
  runGriot(['models', 'import', join(PACKS, id), ...accepted], home, variables)
}

/** Runs a command of the built program to its end. */
export function runGriot(
  args: readonly string[],
  home: string,
  variables: Readonly<Record<string, string>> = {},
): void {
  const cli = join(ROOT, 'out/main/cli.js')
  const env = { ...process.env, ...variables, GRIOT_HOME: home }
  execFileSync(process.execPath, [cli, ...args], { env, stdio: 'pipe' })
}

/** A recording of three words that the small recogniser knows, as a wav file of 16 kHz. */
export function recordingOf(language: string): Buffer {
  const pcm = readFileSync(join(PACKS, 'clips', `${language}.s16`))
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + pcm.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(16_000, 24)
  header.writeUInt32LE(32_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(pcm.length, 40)
  return Buffer.concat([header, pcm])
}
