/** Learns which consonants of Amharic words are long. See README.md beside this file. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { isFidel, type Slot, slotsOf } from '#speech/languages/am/phonemes/fidel.ts'
import { geminate } from '#speech/languages/am/phonemes/gemination.ts'
import { geminationFeatures } from '#speech/languages/am/phonemes/gemination-features.ts'
import {
  createGeminationTagger,
  GEMINATION_SLOTS,
  GEMINATION_STEP,
  weightOf,
} from '#speech/languages/am/phonemes/gemination-tagger.ts'
import { align, foldSpelling } from '#speech/languages/am/phonemes/lexicon.ts'
import { readRows } from '../../eval/measure.ts'
import { halfOf } from '../../eval/programs/pronunciation.ts'
import { percent } from '../../eval/scores/percent.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { seededRandom, shuffle } from '../yoruba-words/corpus.ts'

/** How much a word of a source counts. Where words without a long consonant counted fully, too few of the others would be found. */
const WEIGHTS: Readonly<Record<string, number>> = {
  ...{ list: 1, context: 1, hand: 1, names: 0.7, verbs: 0.3, classes: 0.3, plain: 0.3, stems: 0.1 },
}
const EPOCHS = 10
const RATE = 0.02
/** Pull of the weights towards 0, per step that touches them. */
const DECAY = 1e-2
const FIRST_SQUARE = 1e-3
const FIFTHS = 5
const MARKS = /[\u135d-\u135f]/g

const [lists, hand, weightsFile, heldOut] = process.argv.slice(2)
if (!lists || !hand || !weightsFile)
  endWithUsage('node train/amharic-words/learn-gemination.ts LISTS HAND WEIGHTS [FIFTH]')
checkInputs(lists, hand)

interface Example {
  readonly word: string
  readonly source: string
  readonly isLong: readonly boolean[]
}

/** A consonant to learn from. */
interface Lesson {
  readonly slots: readonly number[]
  readonly isLong: boolean
  readonly weight: number
}

const examples = [...fromLists(lists), ...fromHand(hand)]
const isHeldOut = ({ word }: Example): boolean => fifthOf(word) === Number(heldOut)
const learnedFrom = examples.filter((one) => heldOut === undefined || !isHeldOut(one))
console.log(`words ${examples.length}  learned from ${learnedFrom.length}`)
const weights = Int8Array.from(learn(learnedFrom.flatMap(lessonsOf)), (weight) =>
  Math.max(-127, Math.min(127, Math.round(weight * GEMINATION_STEP))),
)
writeFileSync(weightsFile, weights)
if (heldOut !== undefined) measure(examples.filter(isHeldOut))

/** The words of the seen half, and stems of a lexicon that nothing is measured on, save all spellings of unseen ones. */
function fromLists(path: string): readonly Example[] {
  const rows = readRows(path).map(([source = '', marked = '']) => ({ source, marked }))
  const words = rows.map(({ source, marked }) => ({
    source,
    marked,
    word: marked.replace(MARKS, ''),
  }))
  const unseen = new Set(
    words
      .filter(({ source, word }) => source === 'list' && halfOf(word) === 'unseen')
      .map(({ word }) => foldSpelling(word)),
  )
  const stems = new Set(
    words.filter(({ source }) => source === 'stems').map(({ word }) => foldSpelling(word)),
  )
  const all = words.flatMap(({ source, marked, word }) => {
    const slots = slotsOf(marked)
    const isWord = [...word].every(isFidel) && slots.length > 1 && slots.length === [...word].length
    const isSeen = source === 'stems' || halfOf(word) === 'seen'
    if (!isWord || !isSeen || unseen.has(foldSpelling(word))) return []
    const isKnownBetter = source === 'plain' && stems.has(foldSpelling(word))
    if (isKnownBetter || isDoubtful(source, word)) return []
    return [{ word, source, isLong: slots.map(({ geminate: long }) => long) }]
  })
  return [
    ...new Map(all.map((one) => [[one.source, one.word, ...one.isLong].join(), one])).values(),
  ]
}

/** A word that no list marks, though the rules know a long consonant in it: then it is the list that is not complete. */
function isDoubtful(source: string, word: string): boolean {
  return source === 'plain' && geminate(slotsOf(word), word).some(({ geminate: long }) => long)
}

function fromHand(path: string): readonly Example[] {
  return readRows(path)
    .filter(([word = '']) => !word.startsWith('#'))
    .map(([word = '', ipa = '']) => ({
      word,
      source: 'hand',
      isLong: align(word, ipa).map(({ geminate: long }) => long),
    }))
}

/** All consonants but the first, which is never long. */
function lessonsOf({ word, source, isLong }: Example): readonly Lesson[] {
  const slots = slotsOf(word)
  const features = geminationFeatures(slots, geminate(slots, word))
  return features.slice(1).map((names, index) => ({
    slots: names.map(weightOf),
    isLong: isLong[index + 1] ?? false,
    weight: WEIGHTS[source] ?? 1,
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

function fifthOf(word: string): number {
  return (createHash('sha1').update(foldSpelling(word)).digest()[0] ?? 0) % FIFTHS
}

/** How many long consonants are found, and how many of those that are found are long, by source; without the lexicon. */
function measure(all: readonly Example[]): void {
  const tagger = createGeminationTagger(weights)
  for (const [source, words] of Map.groupBy(all, (one) => one.source)) {
    const pairs = words.flatMap(({ word, isLong }) => {
      const slots: readonly Slot[] = slotsOf(word)
      const found = tagger(slots, geminate(slots, word))
      return isLong.map((long, at) => ({ long, found: found[at]?.geminate ?? false }))
    })
    const both = pairs.filter(({ long, found }) => long && found).length
    const [long, found] = [
      pairs.filter((one) => one.long).length,
      pairs.filter((one) => one.found).length,
    ]
    console.log(
      `${source}  words ${words.length}  found ${percent(both, long)} of ${long}  right of those found ${percent(both, found)}`,
    )
  }
}
