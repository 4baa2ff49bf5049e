/** Learns how English homographs are read in their sentences. See README.md beside this file. */
import { writeFileSync } from 'node:fs'
import { TAGGED_READINGS } from '#speech/languages/en/phonemes/homograph-readings.ts'
import {
  createHomographTagger,
  type Evidence,
  evidenceFor,
  HOMOGRAPH_SLOTS,
  HOMOGRAPH_STEP,
  hashesAt,
} from '#speech/languages/en/phonemes/homograph-tagger.ts'
import { readHomograph } from '#speech/languages/en/phonemes/homographs.ts'
import { type EnglishToken, wordsOf } from '#speech/languages/en/phonemes/words.ts'
import { assemble } from '#speech/text/assemble.ts'
import {
  fifthOf,
  type HomographSentence,
  readHomographSentences,
} from '../../eval/homograph-sentences.ts'
import { percent } from '../../eval/scores/percent.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { seededRandom, shuffle } from '../yoruba-words/corpus.ts'

const EPOCHS = 8
const RATE = 0.08
/** Pull of the weights towards 0, per step that touches them. */
const DECAY = 1e-3
const FIRST_SQUARE = 1e-3

const [folder, weightsFile, heldOut] = process.argv.slice(2)
if (!folder || !weightsFile) endWithUsage('node train/homographs/train.ts FOLDER WEIGHTS [FIFTH]')
checkInputs(folder)

/** A sentence as the model sees it. */
interface Example {
  readonly sentence: HomographSentence
  readonly tokens: readonly EnglishToken[]
  readonly index: number
}

const examples = readHomographSentences(folder).flatMap(exampleOf)
const isHeldOut = ({ sentence }: Example): boolean => fifthOf(sentence.text) === Number(heldOut)
const learnedFrom = examples.filter((example) => heldOut === undefined || !isHeldOut(example))
console.log(`examples ${examples.length}  learned from ${learnedFrom.length}`)
const weights = quantised(learn(learnedFrom))
writeFileSync(weightsFile, weights)
if (heldOut !== undefined) measure(examples.filter(isHeldOut))

/** Where the sentence has its homograph once it is in words; nothing where it has been lost, as in "ConScript". */
function exampleOf(sentence: HomographSentence): readonly Example[] {
  let seen = 0
  for (const { text } of assemble([{ kind: 'text', text: sentence.text, style: {} }], 'en')
    .sentences) {
    const tokens = wordsOf(text)
    for (const [index, token] of tokens.entries())
      if (token.text === sentence.word && seen++ === sentence.occurrence)
        return [{ sentence, tokens, index }]
  }
  return []
}

/** One sentence to learn from: what each reading is scored by, and which is right. */
interface Lesson {
  readonly readings: readonly (readonly Evidence[])[]
  readonly right: number
}

/** Weights that are being learned, and the sums of their squared gradients. */
interface Model {
  readonly learned: Float32Array
  readonly squares: Float32Array
}

/** Multinomial logistic regression by AdaGrad (Duchi, Hazan & Singer 2011), every word with its own readings. */
function learn(all: readonly Example[]): Float32Array {
  const lessons = all.map(({ sentence: { word, reading }, tokens, index }): Lesson => {
    const hashes = hashesAt(tokens, index)
    const readings = TAGGED_READINGS.get(word) ?? []
    return {
      readings: readings.map((candidate) => evidenceFor(candidate, hashes)),
      right: readings.indexOf(reading),
    }
  })
  const model: Model = {
    learned: new Float32Array(HOMOGRAPH_SLOTS),
    squares: new Float32Array(HOMOGRAPH_SLOTS).fill(FIRST_SQUARE),
  }
  const random = seededRandom(2018)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(lessons, random)
    const loss = lessons.reduce((sum, lesson) => sum + step(model, lesson), 0)
    console.log(`epoch ${epoch + 1} loss ${(loss / lessons.length).toFixed(4)}`)
  }
  return model.learned
}

/** One step of stochastic gradient on one sentence. Returns its cross-entropy before the step. */
function step(model: Model, { readings, right }: Lesson): number {
  const probabilities = softmax(readings.map((evidence) => scoreOf(model, evidence)))
  for (const [reading, evidence] of readings.entries()) {
    const error = (probabilities[reading] ?? 0) - (reading === right ? 1 : 0)
    for (const { slots, value } of evidence)
      for (const slot of slots) update(model, slot, error * value)
  }
  return -Math.log(probabilities[right] ?? 0)
}

function scoreOf({ learned }: Model, evidence: readonly Evidence[]): number {
  let score = 0
  for (const { slots, value } of evidence)
    for (const slot of slots) score += value * (learned[slot] ?? 0)
  return score
}

function update({ learned, squares }: Model, slot: number, error: number): void {
  const weight = learned[slot] ?? 0
  const gradient = error + DECAY * weight
  const square = (squares[slot] ?? 0) + gradient ** 2
  squares[slot] = square
  learned[slot] = weight - (RATE * gradient) / Math.sqrt(square)
}

function softmax(scores: readonly number[]): readonly number[] {
  const highest = Math.max(...scores)
  const parts = scores.map((score) => Math.exp(score - highest))
  const total = parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part) => part / total)
}

function quantised(learned: Float32Array): Int8Array {
  const largest = learned.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const used = learned.reduce((count, weight) => count + (weight === 0 ? 0 : 1), 0)
  console.log(`weights ${used}  largest ${largest.toFixed(2)}`)
  return Int8Array.from(learned, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight * HOMOGRAPH_STEP))),
  )
}

/** How many are said right, by the model alone and together with neighbours and rules. */
function measure(all: readonly Example[]): void {
  const tagger = createHomographTagger(weights)
  const alone = all.filter(
    ({ sentence, tokens, index }) => tagger.read(tokens, index)?.reading === sentence.reading,
  )
  const together = all.filter(
    ({ sentence, tokens, index }) =>
      readHomograph(tokens, index, tagger)?.arpabet === sentence.reading.arpabet,
  )
  const [model, both] = [alone, together].map((right) => percent(right.length, all.length))
  console.log(`held out ${all.length}  right ${model}  with neighbours and rules ${both}`)
}
