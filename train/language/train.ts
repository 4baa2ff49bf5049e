/** Learns which of the six languages a text is in, or none of them. See README.md beside this file. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLASSES, featuresOf, SLOTS, wordsOf } from '#speech/text/detect/features.ts'
import { STEP } from '#speech/text/detect/scores.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { seededRandom, shuffle } from '../yoruba-words/corpus.ts'
import { type Example, readHeldOut, readTraining } from './corpus.ts'

const ISO: Readonly<Record<string, string>> = {
  en: 'eng',
  am: 'amh',
  ha: 'hau',
  ig: 'ibo',
  yo: 'yor',
}
const EPOCHS = 6
const RATE = 0.5
/** Pull of the weights towards 0, per step that touches them. */
const DECAY = 2e-6
/** The weights are the mean of what they are so often in each epoch, the first ones left out. */
const TIMES_PER_EPOCH = 8
const EPOCHS_LEFT_OUT = 2

const [data, other, more, folder, weightsFile] = process.argv.slice(2)
if (!data || !other || !more || !folder || !weightsFile)
  endWithUsage('node train/language/train.ts DATA OTHER MORE HELD_OUT WEIGHTS')
checkInputs(data, other, more)

const heldOut = readHeldOut(data, other, more)
const examples = readTraining(data, other, more, heldOut)
console.log(
  'examples',
  CLASSES.map((name) => `${name} ${examples.filter((e) => e.language === name).length}`).join('  '),
)
mkdirSync(folder, { recursive: true })
for (const [name, rows] of heldOut)
  writeFileSync(
    join(folder, `${name}.tsv`),
    rows.map(({ language, text }) => `${ISO[language] ?? language}\t${text}\n`).join(''),
  )
writeFileSync(weightsFile, asBytes(learn(examples)))

/** Weights that are being learned, one for each feature and class, and the sums of their squared gradients. */
interface Model {
  readonly weights: Float32Array
  readonly squares: Float32Array
}

/** Multinomial logistic regression by AdaGrad (Duchi, Hazan & Singer 2011) over features of length 1; a mean of its weights. */
function learn(all: Example[]): Float32Array {
  const weights = new Float32Array(SLOTS * CLASSES.length)
  const squares = new Float32Array(SLOTS * CLASSES.length).fill(1e-4)
  const mean = new Float32Array(weights.length)
  const random = seededRandom(1960)
  const every = Math.floor(all.length / TIMES_PER_EPOCH)
  let seen = 0
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(all, random)
    let loss = 0
    for (const example of all) {
      if (epoch >= EPOCHS_LEFT_OUT && ++seen % every === 0) addToMean(mean, weights, seen / every)
      const features = featuresOf(
        wordsOf(example.isWhole ? example.text : excerptOf(example.text, random)),
      )
      if (features.length > 0)
        loss += step({ weights, squares }, features, CLASSES.indexOf(example.language))
    }
    console.log(`epoch ${epoch + 1} loss ${(loss / all.length).toFixed(4)}`)
  }
  return mean
}

/** One step of stochastic gradient on one text, of the class `right`. Returns its cross-entropy before the step. */
function step({ weights, squares }: Model, features: readonly number[], right: number): number {
  const value = 1 / Math.sqrt(features.length)
  const scores = CLASSES.map(() => 0)
  for (const slot of features)
    for (let k = 0; k < CLASSES.length; k++)
      scores[k] = scores[k]! + weights[slot * CLASSES.length + k]! * value
  const highest = Math.max(...scores)
  const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0)
  for (const [k, score] of scores.entries()) {
    const gradient = (Math.exp(score - highest) / total - (k === right ? 1 : 0)) * value
    if (Math.abs(gradient) < 1e-5) continue
    for (const slot of features) {
      const at = slot * CLASSES.length + k
      const pull = gradient + DECAY * weights[at]!
      squares[at] = squares[at]! + pull * pull
      weights[at] = weights[at]! - (RATE * pull) / Math.sqrt(squares[at]!)
    }
  }
  return -(scores[right]! - highest - Math.log(total))
}

/** Makes the mean of some vectors that of one more; `count` with this one. */
function addToMean(mean: Float32Array, vector: Float32Array, count: number): void {
  for (let at = 0; at < mean.length; at++) mean[at] = mean[at]! + (vector[at]! - mean[at]!) / count
}

/** A text as people type it: whole, its first words, or words from its middle. */
function excerptOf(text: string, random: () => number): string {
  const kind = random()
  if (kind < 0.3) return text
  const words = text.split(/\s+/)
  const count = 1 + Math.floor(random() * random() * 8)
  if (kind < 0.65) return words.slice(0, count).join(' ')
  const start = Math.floor(random() * Math.max(1, words.length - count))
  return words.slice(start, start + count).join(' ')
}

function asBytes(weights: Float32Array): Uint8Array {
  return new Uint8Array(
    Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight * STEP))))
      .buffer,
  )
}
