/**
 * Tunes the weights of a direction for chrF++ and BLEU on the seen half of the development files, and measures it there:
 * `node train/translation/tune.ts PARALLEL MODELS SOURCE TARGET [SENTENCES] [ROUNDS]`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'
import {
  type DirectionModel,
  sourceTokensOf,
  translateSentence,
  translationsOf,
  written,
} from '#translation/statistical/direction.ts'
import { LanguageModel } from '#translation/statistical/language-model.ts'
import { unpack } from '#translation/statistical/packed.ts'
import { PhraseTable } from '#translation/statistical/phrase-table.ts'
import { FEATURES } from '#translation/statistical/search.ts'
import { addStatistics, bleuOf, chrfOf, chrfPlusOf, statisticsOf } from '../../eval/scores/chrf.ts'
import { type Other, readPairs } from './corpora.ts'
import { isSeen } from './halves.ts'
import { pruned } from './prune.ts'

const [parallel = '', models = '', from = '', to = '', size = '300', rounds = '5'] =
  process.argv.slice(2)
const [source, target] = [from as LanguageCode, to as LanguageCode]
const other = (source === 'en' ? target : source) as Other
const half = readPairs(parallel, other, 'dev').filter(({ english }) => isSeen(english))
const step = Math.max(1, Math.floor(half.length / Number(size)))
const rows = half
  .filter((_, at) => at % step === 0)
  .slice(0, Number(size))
  .map((pair) => (source === 'en' ? [pair.english, pair.other] : [pair.other, pair.english]))
const references = rows.map(([, reference = '']) => reference)
const read = (name: string): ReturnType<typeof unpack> => unpack(readFileSync(join(models, name)))
const phrases = new PhraseTable(pruned(read(`${source}-${target}.phrases`)))
const model = new LanguageModel(read(`${target}.model`))

const file = join(models, `${source}-${target}.weights.json`)
/** Where the search for weights begins: at those of the last time, else at ones that suit most directions. */
let weights: readonly number[] = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { weights: number[] }).weights
  : [0.06, 0.15, 0.08, 0.15, -0.4, 0.1, 0.7, 0.12, 0.2]
const settings = { beam: 40, reach: 5 }
const tokens = rows.map(([text = '']) => sourceTokensOf(text, { source, phrases }))
/** chrF likes long translations; beyond this many characters for each of the reference it pays for them. */
const LONGEST_RATIO = 1
const LENGTH_PENALTY = 100
/**
 * The least weights of probabilities and of order: what says that words belong to the source must not count for nothing, though chrF
 * pays for words that happen to be right.
 */
const LEAST_WEIGHTS = [0.03, 0.03, 0.03, 0.03, undefined, 0, undefined, 0.05, 0.1]
const allowed = (weight: number, at: number): number =>
  Math.max(LEAST_WEIGHTS[at] ?? Number.NEGATIVE_INFINITY, weight)
interface Candidate {
  readonly features: readonly number[]
  readonly statistics: Float64Array
}
const pools = rows.map(() => new Map<string, Candidate>())

let [ratio, scores] = [1, '']
function decode(most: number): number {
  const direction: DirectionModel = {
    source,
    target,
    phrases,
    model,
    weights,
    settings,
    consensus: 0,
    compared: 1,
  }
  const total = statisticsOf('', '')
  tokens.forEach((own, i) => {
    translationsOf(own, direction, most).forEach((found, rank) => {
      const text = written(own, found)
      const known = pools[i]?.get(text)
      const statistics = known?.statistics ?? statisticsOf(text, references[i] ?? '')
      if (!known) pools[i]?.set(text, { features: found.features, statistics })
      if (rank === 0) addStatistics(total, statistics)
    })
  })
  ratio = (total[1] ?? 0) / (total[2] ?? 1)
  scores = `chrF ${chrfOf(total).toFixed(2)}, chrF++ ${chrfPlusOf(total).toFixed(2)}, BLEU ${bleuOf(total).toFixed(2)}`
  return worthOf(total)
}

/**
 * The mean of chrF++ and BLEU, less the fine for length: chrF alone pays for words that happen to be right, BLEU alone for leaving
 * words out.
 */
function worthOf(total: Float64Array): number {
  const length = (total[1] ?? 0) / (total[2] ?? 1)
  return (
    (chrfPlusOf(total) + bleuOf(total)) / 2 - LENGTH_PENALTY * Math.max(0, length - LONGEST_RATIO)
  )
}

/** What the best candidates under weights are worth. */
function value(by: readonly number[]): number {
  const total = statisticsOf('', '')
  for (const pool of lists) {
    let [top, best] = [Number.NEGATIVE_INFINITY, undefined as Candidate | undefined]
    for (const candidate of pool) {
      let score = 0
      for (let at = 0; at < by.length; at++) score += (by[at] ?? 0) * (candidate.features[at] ?? 0)
      if (score > top) [top, best] = [score, candidate]
    }
    if (best) addStatistics(total, best.statistics)
  }
  return worthOf(total)
}

let lists: Candidate[][] = []
let random = 12345
const uniform = (): number => {
  random = (Math.imul(random, 1664525) + 1013904223) >>> 0
  return random / 2 ** 32
}
let best = { weights, score: 0 }
for (let round = 0; round <= Number(rounds); round++) {
  const started = performance.now()
  const score = decode(100)
  if (score > best.score) best = { weights, score }
  process.stdout.write(
    `${source}-${target} round ${round}: ${score.toFixed(2)}, ${scores}, length ${ratio.toFixed(2)}, ${((performance.now() - started) / 1000).toFixed(0)} s ${weights.map((w, i) => `${FEATURES[i]} ${w.toFixed(3)}`).join(' ')}\n`,
  )
  if (round === Number(rounds)) break
  lists = pools.map((pool) => [...pool.values()])
  let top = { weights: best.weights, score: value(best.weights) }
  for (let start = 0; start < 4; start++) {
    let current =
      start === 0
        ? { ...top, weights: top.weights.map(allowed) }
        : {
            weights: weights.map((w, at) =>
              allowed(w * Math.exp(uniform() - 0.5) + 0.05 * (uniform() - 0.5), at),
            ),
            score: 0,
          }
    current = { ...current, score: value(current.weights) }
    for (let width = 0.5; width > 0.02; width *= 0.6)
      for (let at = 0; at < weights.length; at++)
        for (const sign of [1, -1]) {
          const changed = [...current.weights]
          const before = changed[at] ?? 0
          changed[at] = allowed(before + sign * width * (Math.abs(before) + 0.1), at)
          const changedScore = value(changed)
          if (changedScore > current.score) current = { weights: changed, score: changedScore }
        }
    if (current.score > top.score) top = current
  }
  const norm = top.weights.reduce((sum, w) => sum + Math.abs(w), 0)
  weights = top.weights.map((w) => (w / norm) * 2)
}
weights = best.weights
const directionBy = (consensus: number, compared: number): DirectionModel => ({
  ...{ source, target, phrases, model, weights, settings, consensus, compared },
})
for (const [consensus, compared] of [
  [0, 1],
  [1, 60],
  [2, 60],
  [1, 150],
] as const) {
  const direction = directionBy(consensus, compared)
  const total = statisticsOf('', '')
  for (const [text = '', reference = ''] of rows)
    addStatistics(total, statisticsOf(translateSentence(text, direction), reference))
  process.stdout.write(
    `consensus ${consensus} of ${compared}: ${chrfOf(total).toFixed(2)}, length ${((total[1] ?? 0) / (total[2] ?? 1)).toFixed(2)}\n`,
  )
}
const copies = statisticsOf('', '')
for (const [text = '', reference = ''] of rows) addStatistics(copies, statisticsOf(text, reference))
process.stdout.write(`copying ${chrfOf(copies).toFixed(2)}\n`)
writeFileSync(file, JSON.stringify({ weights, chrf: best.score }))
for (let at = 0; at < 6; at++) {
  const [text = '', reference = ''] = rows[at * 7] ?? []
  process.stdout.write(
    `${text}\n  = ${reference}\n  > ${translateSentence(text, directionBy(2, 60))}\n`,
  )
}
