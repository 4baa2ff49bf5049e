import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, report } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..')
const PACKS = join(ROOT, 'src/inference/packs-for-tests')
const RUNS = 5
const INSTALL =
  'npm install --ignore-scripts @huggingface/transformers@4.3.1 sherpa-onnx-node@1.13.8'

/** What a program prints that has loaded a model and used it: times in milliseconds. */
interface Measured {
  readonly openMs: number
  readonly workMs: number
  readonly residentMb: number
  readonly text: string
}

/** A way to run a model, as the text of a module. `BENCH.model` is its folder, `BENCH.sound` a recording of 16 kHz. */
interface Runtime {
  readonly name: string
  /** Where its packages are. */
  readonly folder: string
  /** Folders of packages that it takes, below `folder`. */
  readonly packages: readonly string[]
  /** Answers a function that does the work once. */
  readonly open: string
}

const OURS = [
  'node_modules/onnxruntime-node/bin/napi-v6',
  'node_modules/onnxruntime-common',
] as const

const ownTranslator = (beams: number): Runtime => ({
  name: `onnxruntime-node and tokenizers, ${beams === 1 ? 'greedy' : `${beams} beams`}`,
  folder: ROOT,
  packages: [...OURS, 'node_modules/@huggingface/tokenizers'],
  open: `
    const { openSeq2Seq } = await import('#inference/runtimes/seq2seq/seq2seq.ts')
    imported()
    const files = readdirSync(BENCH.model).map((name) => ({ name, sha256: null }))
    const pack = { id: 'tiny-nllb', name: 'tiny', task: 'translation', runtime: 'seq2seq', languages: ['en', 'yo'],
      folder: BENCH.model, files, settings: { family: 'nllb', beams: ${beams} }, memoryMegabytes: 600 }
    const { translate } = await openSeq2Seq(pack, 2)
    return () => translate(BENCH.sentence, { source: 'en', target: 'yo' }, async () => undefined)`,
})

const OWN_RECOGNISER: Runtime = {
  name: 'onnxruntime-node, decoded here',
  folder: ROOT,
  packages: OURS,
  open: `
    const { openOmnilingual } = await import('#inference/runtimes/omnilingual-ctc/omnilingual.ts')
    imported()
    const files = readdirSync(BENCH.model).map((name) => ({ name, sha256: null }))
    const pack = { id: 'tiny-ctc', name: 'tiny', task: 'transcription', runtime: 'omnilingual-ctc', languages: ['yo'],
      folder: BENCH.model, files, settings: {}, memoryMegabytes: 600 }
    const { hear } = await openOmnilingual(pack, 2)
    const options = { language: 'yo', specialWords: [] }
    return async () => (await hear(samples(), options, async () => undefined)).text`,
}

const transformers = (folder: string, isSpinning: boolean): Runtime => ({
  name: `transformers.js, greedy${isSpinning ? '' : ', threads that do not spin'}`,
  folder,
  packages: [
    ...['onnxruntime-node/bin/napi-v6', 'onnxruntime-common', 'onnxruntime-web', 'sharp', '@img'],
    '@huggingface',
  ].map((name) => `node_modules/${name}`),
  open: `
    const { pipeline, env } = await import('@huggingface/transformers')
    imported()
    Object.assign(env, { allowRemoteModels: false, localModelPath: BENCH.model + '/' })
    const extra = { session: { intra_op: { allow_spinning: '${isSpinning ? 1 : 0}' } } }
    const session_options = { intraOpNumThreads: 2, interOpNumThreads: 1, extra }
    const translate = await pipeline('translation', 'tiny', { dtype: 'q8', session_options })
    const options = { src_lang: 'eng_Latn', tgt_lang: 'yor_Latn', max_new_tokens: 20 }
    // The tiny tokenizer has no post-processor that would add these.
    const sentence = 'eng_Latn' + BENCH.sentence + '</s>'
    return async () => (await translate(sentence, options))[0].translation_text`,
})

const sherpa = (folder: string): Runtime => ({
  name: 'sherpa-onnx-node (with an ONNX Runtime of its own)',
  folder,
  packages: readdirSync(join(folder, 'node_modules'))
    .filter((name) => name.startsWith('sherpa-onnx'))
    .map((name) => `node_modules/${name}`),
  open: `
    const { default: sherpa } = await import('sherpa-onnx-node')
    imported()
    const modelConfig = { omnilingual: { model: BENCH.model + '/model.int8.onnx' }, tokens: BENCH.model + '/tokens.txt',
      numThreads: 2, provider: 'cpu', debug: 0 }
    const recogniser = new sherpa.OfflineRecognizer({ featConfig: { sampleRate: 16000, featureDim: 80 }, modelConfig })
    return async () => {
      const stream = recogniser.createStream()
      stream.acceptWaveform({ sampleRate: 16000, samples: samples() })
      recogniser.decode(stream)
      return recogniser.getResult(stream).text
    }`,
})

/**
 * Other programs that could run packs, beside what does: the same tiny files, each in a process of its own. The others are looked for in
 * the folder that GRIOT_BENCH_RUNTIMES names.
 */
export async function benchModelRuntimes(): Promise<void> {
  const others = process.env['GRIOT_BENCH_RUNTIMES']
  if (!others || !existsSync(join(others, 'node_modules')))
    console.log(`Set GRIOT_BENCH_RUNTIMES to a folder in which you have run: ${INSTALL}`)
  const isThere = (name: string): boolean =>
    others !== undefined && existsSync(join(others, 'node_modules', name))
  const place = mkdtempSync(join(tmpdir(), 'griot-bench-'))
  try {
    // As the hub lays it out, which transformers.js insists on.
    const tiny = join(place, 'tiny')
    mkdirSync(join(tiny, 'onnx'), { recursive: true })
    for (const name of readdirSync(join(PACKS, 'tiny-nllb')))
      cpSync(
        join(PACKS, 'tiny-nllb', name),
        join(tiny, name.endsWith('.onnx') ? 'onnx' : '.', name),
      )
    const nllb = join(PACKS, 'tiny-nllb')
    measure('a sentence', ownTranslator(1), nllb)
    measure('a sentence', ownTranslator(4), nllb)
    if (others && isThere('@huggingface/transformers'))
      for (const isSpinning of [true, false])
        measure('a sentence', transformers(others, isSpinning), place)
    const ctc = join(PACKS, 'tiny-ctc')
    measure('2.6 s of sound', OWN_RECOGNISER, ctc)
    if (others && isThere('sherpa-onnx-node')) measure('2.6 s of sound', sherpa(others), ctc)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function measure(work: string, runtime: Runtime, model: string): void {
  const runs = Array.from({ length: RUNS }, () => run(runtime, model))
  const of = (field: Exclude<keyof Measured, 'text'>): string =>
    median(runs.map((measured) => measured[field])).toFixed(1)
  const megabytes = runtime.packages
    .map((name) => bytesOf(join(runtime.folder, name)))
    .reduce((sum, bytes) => sum + bytes / 1e6, 0)
  report(`${work}: ${runtime.name}`, `${of('workMs')} ms`, `"${runs[0]?.text}"`)
  report('  to open the model, once its program is loaded', `${of('openMs')} ms`)
  report('  memory of the process / packages', `${of('residentMb')} / ${megabytes.toFixed(0)} MB`)
}

function run({ folder, open }: Runtime, model: string): Measured {
  const sound = join(PACKS, 'clips/yo.s16')
  const settings = JSON.stringify({ model, sound, sentence: 'one two three four five' })
  const code = `
    import { readdirSync, readFileSync } from 'node:fs'
    const BENCH = ${settings}
    const samples = () => {
      const bytes = readFileSync(BENCH.sound)
      return Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2) / 32768)
    }
    let importedAt = 0
    const imported = () => { importedAt = performance.now() }
    const work = await (async () => {${open}
    })()
    const openedAt = performance.now()
    const text = await work()
    const workAt = performance.now()
    for (let n = 0; n < 20; n++) await work()
    const workMs = (performance.now() - workAt) / 20
    const residentMb = process.memoryUsage.rss() / 1e6
    console.log(JSON.stringify({ openMs: openedAt - importedAt, workMs, residentMb, text }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Printed by the program above.
  return JSON.parse(said.trim().split('\n').at(-1) ?? '') as Measured
}

/** Size of the files in a folder; of native code only what this system uses. */
function bytesOf(folder: string): number {
  if (!existsSync(folder)) return 0
  const foreign = ['darwin', 'linux', 'win32'].filter((system) => system !== process.platform)
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !foreign.includes(name))
    .map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? bytesOf(path) : statSync(path).size
    })
    .reduce((sum, bytes) => sum + bytes, 0)
}
