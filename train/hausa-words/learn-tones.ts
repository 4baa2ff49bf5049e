/** Learns the tones of Hausa words from their spelling. See README.md beside this file. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { readSpelling } from '#speech/languages/ha/phonemes/spelling.ts'
import {
  markedSyllablesOf,
  type OpenSyllable,
  syllablesOf,
} from '#speech/languages/ha/phonemes/syllables.ts'
import { toneFeatures } from '#speech/languages/ha/phonemes/tone-features.ts'
import {
  createToneTagger,
  LEXICAL_TONES,
  TONE_STEP,
} from '#speech/languages/ha/phonemes/tone-tagger.ts'
import type { Tone } from '#speech/utterance.ts'
import { halfOf } from '../../eval/programs/pronunciation.ts'
import { percent } from '../../eval/scores/percent.ts'
import { tonesOfIpa } from '../../eval/scores/tone-agreement.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { type Lesson, learnTones } from './tone-field.ts'

/** How much a word of a source counts: the treebanks are of other dialects, and their words stand in sentences. */
const WEIGHTS: Readonly<Record<string, number>> = {
  ...{ wikipron: 1, hand: 1, wold: 2, kraft: 2, southern: 0.3, northern: 0.2, western: 0.2 },
}
const FIFTHS = 5

const [wikipron, lists, hand, weightsFile, heldOut] = process.argv.slice(2)
if (!wikipron || !lists || !hand || !weightsFile)
  endWithUsage('node train/hausa-words/learn-tones.ts WIKIPRON LISTS HAND WEIGHTS [FIFTH]')
checkInputs(wikipron, lists, hand)

interface Example {
  readonly word: string
  readonly source: string
  /** Without tones. */
  readonly syllables: readonly OpenSyllable[]
  readonly tones: readonly Tone[]
}

const examples = [...fromWikipron(wikipron), ...fromLists(lists), ...fromHand(hand)]
const isHeldOut = ({ word, source }: Example): boolean =>
  source === 'wikipron' && fifthOf(word) === Number(heldOut)
const learnedFrom = examples.filter((one) => heldOut === undefined || !isHeldOut(one))
console.log(`words ${examples.length}  learned from ${learnedFrom.length}`)
const weights = Int8Array.from(learnTones(learnedFrom.map(lessonOf)), (weight) =>
  Math.max(-127, Math.min(127, Math.round(weight * TONE_STEP))),
)
writeFileSync(weightsFile, weights)
if (heldOut !== undefined) measure(examples.filter(isHeldOut))

/** The words of the seen half alone. */
function fromWikipron(path: string): readonly Example[] {
  return rowsOf(path).flatMap(([word = '', ipa = '']) =>
    halfOf(word) === 'seen' ? exampleOf('wikipron', word, tonesOfIpa(ipa)) : [],
  )
}

function fromLists(path: string): readonly Example[] {
  return rowsOf(path).flatMap(([source = '', marked = '']) => marks(source, marked))
}

function fromHand(path: string): readonly Example[] {
  return rowsOf(path).flatMap(([, marked = '']) => marks('hand', marked))
}

function rowsOf(path: string): readonly (readonly string[])[] {
  const rows = readFileSync(path, 'utf8').split('\n')
  return rows
    .filter((row) => row.includes('\t') && !row.startsWith('#'))
    .map((row) => row.split('\t'))
}

/** A word in scholarly spelling. */
function marks(source: string, marked: string): readonly Example[] {
  const tones = markedSyllablesOf(marked).map(({ tone }) => tone ?? 'H')
  return exampleOf(source, marked, tones)
}

/** Nothing for a word with other syllables than its tones, or with a rising tone. */
function exampleOf(source: string, word: string, tones: readonly Tone[]): readonly Example[] {
  const syllables = syllablesOf(readSpelling(word)).map(({ onset, vowel, coda }) => ({
    onset,
    vowel,
    coda,
  }))
  const isFit = syllables.length === tones.length && tones.every((tone) => numberOf(tone) >= 0)
  return isFit && tones.length > 0 ? [{ word, source, syllables, tones }] : []
}

function lessonOf({ syllables, tones, source }: Example): Lesson {
  return {
    features: toneFeatures(syllables),
    tones: tones.map(numberOf),
    weight: WEIGHTS[source] ?? 1,
  }
}

function numberOf(tone: Tone): number {
  return (LEXICAL_TONES as readonly Tone[]).indexOf(tone)
}

function fifthOf(word: string): number {
  return (createHash('sha1').update(readSpelling(word).key).digest()[0] ?? 0) % FIFTHS
}

/** How many syllables have the right tone: of all words, and of those that no other list has. */
function measure(all: readonly Example[]): void {
  const tagger = createToneTagger(weights)
  const elsewhere = new Set(
    examples
      .filter(({ source }) => source !== 'wikipron')
      .map(({ word }) => readSpelling(word).key),
  )
  const scored = all.map((one) => {
    const found = tagger(one.syllables)
    const right = one.tones.filter((tone, at) => tone === found[at]).length
    return {
      right,
      syllables: one.tones.length,
      isKnown: elsewhere.has(readSpelling(one.word).key),
    }
  })
  const share = (some: typeof scored): string =>
    percent(
      some.reduce((sum, { right }) => sum + right, 0),
      some.reduce((sum, { syllables }) => sum + syllables, 0),
    )
  const [known, unknown] = [true, false].map((is) => scored.filter(({ isKnown }) => isKnown === is))
  console.log(
    `held out ${all.length}  syllables right ${share(scored)}  of words in other lists ${share(known ?? [])}  of no list ${share(unknown ?? [])}`,
  )
}
