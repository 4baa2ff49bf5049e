import { hashOf, slotOf } from '#speech/languages/common/hashed-features.ts'
import { homographFeatures } from './homograph-features.ts'
import { type ReadingKind, TAGGED_READINGS, type TaggedReading } from './homograph-readings.ts'
import type { EnglishToken } from './words.ts'

/** Weights of the model: hashed names of features with readings. */
export const HOMOGRAPH_SLOTS = 2 ** 20
/** Quantisation: a weight of 1 is stored as 128, so that ±0.99 fits in a signed byte. */
export const HOMOGRAPH_STEP = 128

/** What a word teaches about itself counts less than what all words of its kind teach, so that few sentences do not outweigh grammar. */
const OWN_VALUE = 0.4

/** How a homograph is read, and how sure that is: from 0 to 1. */
export interface TaggedUse<T> {
  readonly reading: T
  readonly confidence: number
}

/** Chooses the reading of homographs by a learned model. */
export interface HomographTagger {
  /** Of a word that it has learned about; undefined for any other. */
  read(tokens: readonly EnglishToken[], index: number): TaggedUse<TaggedReading> | undefined
  /** Whether the word at `index` is a noun (or adjective) or a verb, by what is common to all words with such a pair. */
  use(tokens: readonly EnglishToken[], index: number): TaggedUse<'noun' | 'verb'>
}

/** A tagger with these weights, HOMOGRAPH_SLOTS of them (see models/english-homographs). Throws an Error where they are not. */
export function createHomographTagger(weights: Int8Array): HomographTagger {
  if (weights.length !== HOMOGRAPH_SLOTS)
    throw new Error(`The model of homographs has ${weights.length} weights: install Griot again.`)
  const scoreOf = (parts: readonly Evidence[]): number =>
    parts.reduce((total, { slots, value }) => {
      let sum = 0
      for (const slot of slots) sum += weights[slot] ?? 0
      return total + value * sum
    }, 0) / HOMOGRAPH_STEP
  return {
    read(tokens, index) {
      const readings = TAGGED_READINGS.get(tokens[index]?.text ?? '')
      if (!readings) return undefined
      const hashes = hashesAt(tokens, index)
      return likeliest(readings, (reading) => scoreOf(evidenceFor(reading, hashes)))
    },
    use(tokens, index) {
      const hashes = hashesAt(tokens, index)
      return likeliest(['noun', 'verb'] as const, (use) =>
        scoreOf([sharedBy(use === 'noun' ? 'N' : 'V', hashes)]),
      )
    },
  }
}

/** Hashes of the features of the word at `index`: what a reading is scored by. */
export function hashesAt(tokens: readonly EnglishToken[], index: number): readonly number[] {
  return Array.from(homographFeatures(tokens, index), hashOf)
}

/** Slots whose weights, each times `value`, are a part of the score of a reading. */
export interface Evidence {
  readonly slots: readonly number[]
  readonly value: number
}

/** What a reading is scored by: features with the reading itself, and with its kind. */
export function evidenceFor(
  { id, kind }: TaggedReading,
  hashes: readonly number[],
): readonly Evidence[] {
  const key = hashOf(id)
  const slots = hashes.map((hash) => slotOf(hash, key, HOMOGRAPH_SLOTS))
  if (kind === '-') return [{ slots, value: 1 }]
  return [{ slots, value: OWN_VALUE }, sharedBy(kind, hashes)]
}

function sharedBy(kind: ReadingKind, hashes: readonly number[]): Evidence {
  const key = kindKey(kind)
  return { slots: hashes.map((hash) => slotOf(hash, key, HOMOGRAPH_SLOTS)), value: 1 }
}

function kindKey(kind: ReadingKind): number {
  return hashOf(`every ${kind}`)
}

/** Softmax over the scores. */
function likeliest<T>(readings: readonly [T, ...T[]], scoreOf: (reading: T) => number): TaggedUse<T>
function likeliest<T>(
  readings: readonly T[],
  scoreOf: (reading: T) => number,
): TaggedUse<T> | undefined
function likeliest<T>(
  readings: readonly T[],
  scoreOf: (reading: T) => number,
): TaggedUse<T> | undefined {
  const scores = readings.map(scoreOf)
  const highest = Math.max(...scores)
  const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0)
  const reading = readings[scores.indexOf(highest)]
  return reading === undefined ? undefined : { reading, confidence: 1 / total }
}
