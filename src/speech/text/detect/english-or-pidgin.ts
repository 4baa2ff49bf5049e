import { hashOf, slotOf } from '#speech/languages/common/hashed-features.ts'
import {
  bothWays,
  readLayer,
  rowTimes,
  weightReader,
} from '#speech/languages/common/recurrent-layers.ts'
import { type Change, marginalOdds } from './two-label-field.ts'

/** Vectors for hashed words, and as many for hashed runs of letters. */
const SLOTS = 2 ** 14
const SIZE = 32
const HIDDEN = 96
/** Changes of language between two words: to Pidgin, and to English. */
const CHANGES = 2
const WORD_KEY = hashOf('word')
const LETTERS_KEY = hashOf('letters')
const SHORTEST_RUN = 2
const LONGEST_RUN = 4
const MOST_RUNS = 24

/** The slots of a word's vectors: of the word, and of the runs of two to four letters in it, with its edges. */
export interface WordSlots {
  readonly word: number
  readonly runs: readonly number[]
}

/** The slots of a word in small letters. */
export function slotsOfWord(word: string): WordSlots {
  const edged = `<${word}>`
  const runs: number[] = []
  for (let length = SHORTEST_RUN; length <= LONGEST_RUN; length++)
    for (let start = 0; start + length <= edged.length; start++)
      runs.push(slotOf(hashOf(edged.slice(start, start + length)), LETTERS_KEY, SLOTS))
  return { word: slotOf(hashOf(word), WORD_KEY, SLOTS), runs: runs.slice(0, MOST_RUNS) }
}

/** For each word of a sentence that is in English, in Pidgin or in both, the log odds that it is English. */
export type EnglishOrPidgin = (words: readonly string[]) => readonly number[]

/**
 * The network with these weights (models/language/english-or-pidgin.bin): the languages share most of their words, so it
 * reads each among all others of its sentence, in two layers of long short-term memory, and weighs it with what a change of language before
 * and after it would score, as these see it (Huang, Xu & Yu 2015: LSTM and conditional random field). Throws an Error where there are more or
 * fewer weights than that.
 */
export function createEnglishOrPidgin(bytes: Int8Array): EnglishOrPidgin {
  const reader = weightReader(bytes, 'The network of English and Pidgin words')
  const ofWords = reader.next(SLOTS * SIZE)
  const ofRuns = reader.next(SLOTS * SIZE)
  const layers = [2 * SIZE, 2 * HIDDEN].map((size) => readLayer(reader, size, HIDDEN))
  const output = reader.next(2 * HIDDEN)
  const outputBias = reader.next(1)[0] ?? 0
  const ofChange = reader.next(CHANGES * 4 * HIDDEN)
  const changeBias = reader.next(CHANGES)
  reader.end()
  const vectorOf = (text: string): Float32Array => {
    const { word, runs } = slotsOfWord(text)
    const vector = new Float32Array(2 * SIZE)
    vector.set(ofWords.subarray(word * SIZE, (word + 1) * SIZE))
    for (const run of runs)
      for (let at = 0; at < SIZE; at++)
        vector[SIZE + at] = (vector[SIZE + at] ?? 0) + (ofRuns[run * SIZE + at] ?? 0) / runs.length
    return vector
  }
  const changeBetween = (left: Float32Array, right: Float32Array): Change => {
    const both = new Float32Array(4 * HIDDEN)
    both.set(left)
    both.set(right, 2 * HIDDEN)
    return [
      rowTimes(ofChange, 0, both) + (changeBias[0] ?? 0),
      rowTimes(ofChange, 1, both) + (changeBias[1] ?? 0),
    ]
  }
  return (words) => {
    const states = layers.reduce<readonly Float32Array[]>(bothWays, words.map(vectorOf))
    const own = states.map((state) => outputBias + rowTimes(output, 0, state))
    const changes = states.slice(1).map((state, at) => changeBetween(states[at] ?? state, state))
    return marginalOdds(own, changes)
  }
}
