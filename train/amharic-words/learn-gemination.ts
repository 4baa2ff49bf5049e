/** Learns which consonants of Amharic words are long. See README.md beside this file. */
import { writeFileSync } from 'node:fs'
import { slotsOf } from '#speech/languages/am/phonemes/fidel.ts'
import { geminate } from '#speech/languages/am/phonemes/gemination.ts'
import { geminationFeatures } from '#speech/languages/am/phonemes/gemination-features.ts'
import {
  GEMINATION_SLOTS,
  GEMINATION_STEP,
  weightOf,
} from '#speech/languages/am/phonemes/gemination-tagger.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { seededRandom, shuffle } from '../yoruba-words/corpus.ts'
import { type Example, fifthOf, readExamples, weightOfSource } from './examples.ts'

const EPOCHS = 10
const RATE = 0.02
/** Pull of the weights towards 0, per step that touches them. */
const DECAY = 1e-2
const FIRST_SQUARE = 1e-3

const [lists, hand, weightsFile, heldOut] = process.argv.slice(2)
if (!lists || !hand || !weightsFile)
  endWithUsage('node train/amharic-words/learn-gemination.ts LISTS HAND WEIGHTS [FIFTH]')
checkInputs(lists, hand)

/** A consonant to learn from. */
interface Lesson {
  readonly slots: readonly number[]
  readonly isLong: boolean
  readonly weight: number
}

const examples = readExamples(lists, hand)
const learnedFrom = examples.filter(({ word }) => fifthOf(word) !== Number(heldOut))
console.log(`words ${examples.length}  learned from ${learnedFrom.length}`)
const weights = Int8Array.from(learn(learnedFrom.flatMap(lessonsOf)), (weight) =>
  Math.max(-127, Math.min(127, Math.round(weight * GEMINATION_STEP))),
)
writeFileSync(weightsFile, weights)

/** All consonants but the first, which is never long. */
function lessonsOf({ word, source, isLong }: Example): readonly Lesson[] {
  const slots = slotsOf(word)
  const features = geminationFeatures(slots, geminate(slots, word))
  return features.slice(1).map((names, index) => ({
    slots: names.map(weightOf),
    isLong: isLong[index + 1] ?? false,
    weight: weightOfSource(source),
  }))
}

/** Logistic regression by AdaGrad (Duchi, Hazan & Singer 2011), the mean of the weights after the later half of the passes. */
function learn(all: readonly Lesson[]): Float32Array {
  const learned = new Float32Array(GEMINATION_SLOTS)
  const squares = new Float32Array(GEMINATION_SLOTS).fill(FIRST_SQUARE)
  const sums = new Float32Array(GEMINATION_SLOTS)
  const lessons = [...all]
  const random = seededRandom(2018)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(lessons, random)
    for (const lesson of lessons) step(lesson, learned, squares)
    if (epoch >= EPOCHS / 2)
      for (const [slot, weight] of learned.entries()) sums[slot] = (sums[slot] ?? 0) + weight
  }
  return sums.map((sum) => sum / (EPOCHS / 2))
}

function step({ slots, isLong, weight }: Lesson, learned: Float32Array, squares: Float32Array) {
  const score = slots.reduce((sum, slot) => sum + (learned[slot] ?? 0), 0)
  const error = weight * (1 / (1 + Math.exp(-score)) - (isLong ? 1 : 0))
  for (const slot of slots) {
    const gradient = error + DECAY * (learned[slot] ?? 0)
    const square = (squares[slot] ?? 0) + gradient ** 2
    squares[slot] = square
    learned[slot] = (learned[slot] ?? 0) - (RATE * gradient) / Math.sqrt(square)
  }
}
