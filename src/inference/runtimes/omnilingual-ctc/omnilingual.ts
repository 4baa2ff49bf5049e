import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fileLike, type InstalledPack, ThreadSettings } from '#inference/pack.ts'
import type {
  BetweenSteps,
  Heard,
  HearingOptions,
  Recogniser,
} from '#inference/runtimes/runtime.ts'
import { openOnnx } from '#speech/models/onnx.ts'
import { alignSymbols } from './align.ts'
import { searchBeams } from './beam-search.ts'
import { bestPath, type Frames, framesOf } from './frames.ts'
import { textScorer } from './score-text.ts'
import { treeOf } from './special-words.ts'
import { maskOf, readTokens, type Script, scriptOf, type Tokens } from './tokens.ts'
import { wordsOf } from './words.ts'

const Settings = ThreadSettings.extend({
  /** Longest piece of sound, in seconds. */
  maxSeconds: z.number().min(5).max(40).default(30),
  /** Bonus for each letter of a special word, as a natural logarithm. */
  specialWordBonus: z.number().min(0).max(10).optional(),
})

/** Normalisation of the whole sound, as fairseq2's pipeline does it. */
const EPSILON = 1e-5
/** Fewer samples make no frame. */
const LEAST_SAMPLES = 400

/**
 * Loads a CTC model of Omnilingual ASR in sherpa-onnx's export: `x` [1, samples] of 16 kHz to `logits` [1, frames, vocabulary],
 * and tokens.txt. The models take no language: what they may write is limited to the script of the language instead.
 */
export async function openOmnilingual(pack: InstalledPack, threads: number): Promise<Recogniser> {
  const settings = Settings.parse(pack.settings)
  const modelFile = fileLike(pack, /\.onnx$/)
  const tokensFile = fileLike(pack, /(^|\/)tokens\.txt$/)
  if (!modelFile || !tokensFile)
    throw new Error(`The pack ${pack.id} lacks its .onnx file or tokens.txt.`)
  const tokens = readTokens(await readFile(join(pack.folder, tokensFile), 'utf8'))
  const model = await openOnnx(join(pack.folder, modelFile), settings.threads ?? threads)
  const all = [...new Set(pack.languages.map(scriptOf))]
  const heardIn = (frames: Frames, { specialWords, compared }: HearingOptions): Heard => {
    const words = specialWords.flatMap((name) => name.split(/\s+/u))
    const tree = treeOf(words, (word) => symbolsOf(word, tokens))
    const bonus = settings.specialWordBonus
    const ids =
      tree.next.size === 0
        ? bestPath(frames)
        : searchBeams(frames, {
            tree,
            space: tokens.space,
            ...(bonus === undefined ? {} : { bonus }),
          })
    const heard = heardOf(ids, frames, tokens)
    if (!compared) return heard
    const known = [...compared, ...heard.words.map(({ text }) => text)]
    const scoreOf = textScorer(frames, known, (word) => symbolsOf(word, tokens), tokens)
    return { ...heard, scoreOf }
  }
  return {
    mostSeconds: settings.maxSeconds,
    async hear(samples, options, between) {
      if (samples.length < LEAST_SAMPLES) return NOTHING
      const { values, vocabulary } = await run(samples, between)
      const { language } = options
      if (language)
        return heardIn(framesOf(values, vocabulary, maskFor([scriptOf(language)])), options)
      if (all.length < 2) return heardIn(framesOf(values, vocabulary, maskFor(all)), options)
      // One script for the whole piece: that of the likelier path.
      const masks = all.map((script) => maskFor([script]))
      const scores = masks.map((mask) => pathScore(values, vocabulary, mask))
      const best = masks[scores.indexOf(Math.max(...scores))] ?? maskFor(all)
      return heardIn(framesOf(values, vocabulary, best), options)
    },
  }

  async function run(samples: Float32Array, between: BetweenSteps) {
    await between()
    const { logits } = await model.run({
      x: { type: 'float32', values: normalised(samples), shape: [1, samples.length] },
    })
    await between()
    const vocabulary = logits?.shape[2]
    // Symbols that the file does not name are never written.
    if (!logits || !vocabulary || vocabulary < tokens.texts.length)
      throw new Error(
        `tokens.txt of the pack ${pack.id} has ${tokens.texts.length} tokens and the model ${vocabulary}.`,
      )
    return { values: logits.values, vocabulary }
  }

  function maskFor(scripts: readonly Script[]): Uint8Array {
    return maskOf(tokens, scripts)
  }
}

const NOTHING: Heard = { text: '', words: [], language: undefined, averageLogProbability: 0 }

function heardOf(ids: readonly number[], frames: Frames, tokens: Tokens): Heard {
  const spans = alignSymbols(frames, ids)
  if (!spans || ids.length === 0) return NOTHING
  const words = wordsOf(ids, spans, tokens, frames.count)
  const sum = spans.reduce((total, { logProbability }) => total + logProbability, 0)
  return {
    text: words.map(({ text }) => text).join(' '),
    words,
    language: undefined,
    averageLogProbability: sum / spans.length,
  }
}

/** How likely the best path is that a mask allows: the sum of its logits, to be compared with that of another mask. */
function pathScore(
  logits: Float32Array | Float64Array,
  vocabulary: number,
  mask: Uint8Array,
): number {
  let sum = 0
  for (let row = 0; row + vocabulary <= logits.length; row += vocabulary) {
    let most = Number.NEGATIVE_INFINITY
    for (let id = 0; id < vocabulary; id++)
      if (mask[id] && logits[row + id]! > most) most = logits[row + id]!
    sum += most
  }
  return sum
}

/** Zero mean and unit variance over the whole sound. */
export function normalised(samples: Float32Array): Float32Array {
  let sum = 0
  for (const value of samples) sum += value
  const mean = sum / samples.length
  let squares = 0
  for (const value of samples) squares += (value - mean) ** 2
  const scale = 1 / Math.sqrt(squares / samples.length + EPSILON)
  return samples.map((value) => (value - mean) * scale)
}

/** A word as symbols of the model, in its own case or in small letters; undefined where it has letters the model lacks. */
function symbolsOf(word: string, { ids }: Tokens): readonly number[] | undefined {
  for (const form of [word, word.toLowerCase()])
    for (const written of [form.normalize('NFC'), form.normalize('NFD')]) {
      const symbols = Array.from(written, (character) => ids.get(character))
      if (symbols.every((id) => id !== undefined)) return symbols
    }
  return undefined
}
