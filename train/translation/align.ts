/**
 * Word alignment by a hidden Markov model (Vogel, Ney and Tillmann 1996), after IBM model 1, both with a sparse Dirichlet prior on
 * the lexical probabilities (variational Bayes, as in Riley and Gildea 2012), and symmetrised by grow-diag-final-and (Koehn et al. 2005).
 */

import { Lexicon } from './lexicon.ts'
import { type Links, symmetrised } from './symmetrise.ts'

/** Sentences as numbers of words, from 0; the two lists are as long as each other. */
export interface Bitext {
  readonly source: readonly Int32Array[]
  readonly target: readonly Int32Array[]
}

const NULL_PROBABILITY = 0.15
const LONGEST_JUMP = 12
const LONGEST = 110
/** Sentences longer than this teach model 1 only: the HMM's time grows with the cube of the length. */
const LONGEST_FOR_HMM = 40

/** Aligns a bitext in both directions and symmetrises. Sentences longer than 110 tokens get no links. */
export function align(bitext: Bitext, rounds = { model1: 4, hmm: 3 }): Links[] {
  const forward = alignOneWay(bitext.source, bitext.target, rounds)
  const backward = alignOneWay(bitext.target, bitext.source, rounds)
  return bitext.source.map((source, at) =>
    symmetrised(
      forward[at] ?? new Int16Array(),
      backward[at] ?? new Int16Array(),
      source.length,
      bitext.target[at]?.length ?? 0,
    ),
  )
}

/** For each word of each target sentence the position of the source word that made it, or -1. */
function alignOneWay(
  source: readonly Int32Array[],
  target: readonly Int32Array[],
  rounds: { readonly model1: number; readonly hmm: number },
): Int16Array[] {
  const lexicon = new Lexicon(source, target)
  const usable = source.map(
    (s, at) => s.length > 0 && s.length <= LONGEST && (target[at]?.length ?? 0) <= LONGEST,
  )
  for (let round = 0; round < rounds.model1; round++) {
    source.forEach((s, at) => {
      if (usable[at]) countModel1(lexicon, s, target[at] ?? new Int32Array())
    })
    lexicon.estimate()
  }
  let jumps: Float64Array = new Float64Array(2 * LONGEST_JUMP + 1).fill(0.02)
  for (let jump = -2; jump <= 3; jump++) jumps[jump + LONGEST_JUMP] = jump === 1 ? 0.5 : 0.1
  for (let round = 0; round < rounds.hmm; round++) {
    const counts = new Float64Array(2 * LONGEST_JUMP + 1).fill(0.5)
    source.forEach((s, at) => {
      const t = target[at] ?? new Int32Array()
      if (usable[at] && Math.max(s.length, t.length) <= LONGEST_FOR_HMM)
        countHmm(lexicon, jumps, counts, s, t)
      else if (usable[at]) countModel1(lexicon, s, t)
    })
    lexicon.estimate()
    const total = counts.reduce((sum, count) => sum + count, 0)
    jumps = counts.map((count) => count / total)
  }
  return source.map((s, at) => {
    const t = target[at] ?? new Int32Array()
    return usable[at] ? bestPath(lexicon, jumps, s, t) : new Int16Array(t.length).fill(-1)
  })
}

function countModel1(lexicon: Lexicon, source: Int32Array, target: Int32Array): void {
  const places = new Int32Array(source.length + 1)
  for (const word of target) {
    let total = 0
    for (let i = 0; i <= source.length; i++) {
      const place = lexicon.place(source[i] ?? -1, word)
      places[i] = place
      total += lexicon.value(place)
    }
    for (const place of places) lexicon.add(place, lexicon.value(place) / total)
  }
}

/** Emission probabilities: row j has those of target word j for each source word, and last the one for no word. */
function emissionsOf(
  lexicon: Lexicon,
  source: Int32Array,
  target: Int32Array,
): [Int32Array, Float64Array] {
  const width = source.length + 1
  const places = new Int32Array(width * target.length)
  const values = new Float64Array(width * target.length)
  target.forEach((word, j) => {
    for (let i = 0; i < width; i++) {
      const place = lexicon.place(source[i] ?? -1, word)
      places[j * width + i] = place
      values[j * width + i] = lexicon.value(place) + 1e-12
    }
  })
  return [places, values]
}

/** Jump probabilities from each source position to each, by row. */
function transitionsOf(jumps: Float64Array, length: number): Float64Array {
  const table = new Float64Array(length * length)
  for (let from = 0; from < length; from++) {
    let total = 0
    for (let to = 0; to < length; to++) {
      const jump = Math.max(-LONGEST_JUMP, Math.min(LONGEST_JUMP, to - from))
      const value = jumps[jump + LONGEST_JUMP] ?? 0
      table[from * length + to] = value
      total += value
    }
    for (let to = 0; to < length; to++) {
      const at = from * length + to
      table[at] = ((1 - NULL_PROBABILITY) * (table[at] ?? 0)) / total
    }
  }
  return table
}

/** A sentence pair with its probabilities. Row j of `emit` and `places` is for target word j. */
interface Trellis {
  readonly I: number
  readonly J: number
  readonly places: Int32Array
  readonly emit: Float64Array
  readonly move: Float64Array
}

/**
 * Expected counts of a sentence pair (forward-backward algorithm). State i < I: source word i made the target word; state I + i: no word did,
 * and source word i was the last one that had.
 */
function countHmm(
  lexicon: Lexicon,
  jumps: Float64Array,
  jumpCounts: Float64Array,
  source: Int32Array,
  target: Int32Array,
): void {
  const [I, J] = [source.length, target.length]
  if (J === 0) return
  const [places, emit] = emissionsOf(lexicon, source, target)
  const trellis: Trellis = { I, J, places, emit, move: transitionsOf(jumps, I) }
  const { alpha, scale } = forwardPass(trellis)
  let beta: Float64Array = new Float64Array(2 * I).fill(1)
  for (let j = J - 1; j >= 0; j--) {
    addWords(lexicon, trellis, alpha, beta, j)
    if (j > 0) beta = backwardStep(trellis, alpha, beta, j, scale[j] ?? 1, jumpCounts)
  }
}

/** The probability that no word made target word j. */
function blankOf({ I, emit }: Trellis, j: number): number {
  return (emit[j * (I + 1) + I] ?? 0) * NULL_PROBABILITY
}

function forwardPass(trellis: Trellis): { alpha: Float64Array; scale: Float64Array } {
  const { I, J, emit } = trellis
  const alpha = new Float64Array(2 * I * J)
  const scale = new Float64Array(J)
  for (let j = 0; j < J; j++) {
    const blank = blankOf(trellis, j)
    const row = alpha.subarray(j * 2 * I, (j + 1) * 2 * I)
    const before = j === 0 ? undefined : alpha.subarray((j - 1) * 2 * I, j * 2 * I)
    let total = 0
    for (let i = 0; i < I; i++) {
      const word = reached(trellis, before, i) * (emit[j * (I + 1) + i] ?? 0)
      const stay = (before ? (before[i] ?? 0) + (before[I + i] ?? 0) : 1 / I) * blank
      row[i] = word
      row[I + i] = stay
      total += word + stay
    }
    scale[j] = total
    for (let i = 0; i < 2 * I; i++) row[i] = (row[i] ?? 0) / total
  }
  return { alpha, scale }
}

/** The probability of moving to source word i. */
function reached({ I, move }: Trellis, before: Float64Array | undefined, i: number): number {
  if (!before) return (1 - NULL_PROBABILITY) / I
  let sum = 0
  for (let k = 0; k < I; k++)
    sum += ((before[k] ?? 0) + (before[I + k] ?? 0)) * (move[k * I + i] ?? 0)
  return sum
}

function addWords(
  lexicon: Lexicon,
  { I, places }: Trellis,
  alpha: Float64Array,
  beta: Float64Array,
  j: number,
): void {
  let blanks = 0
  for (let i = 0; i < I; i++) {
    const word = (alpha[j * 2 * I + i] ?? 0) * (beta[i] ?? 0)
    if (word > 1e-6) lexicon.add(places[j * (I + 1) + i] ?? 0, word)
    blanks += (alpha[j * 2 * I + I + i] ?? 0) * (beta[I + i] ?? 0)
  }
  if (blanks > 1e-6) lexicon.add(places[j * (I + 1) + I] ?? 0, blanks)
}

function backwardStep(
  trellis: Trellis,
  alpha: Float64Array,
  beta: Float64Array,
  j: number,
  scale: number,
  jumpCounts: Float64Array,
): Float64Array {
  const { I, emit, move } = trellis
  const earlier = new Float64Array(2 * I)
  const before = (j - 1) * 2 * I
  for (let k = 0; k < I; k++) {
    const here = (alpha[before + k] ?? 0) + (alpha[before + I + k] ?? 0)
    let sum = (blankOf(trellis, j) * (beta[I + k] ?? 0)) / scale
    for (let i = 0; i < I; i++) {
      const word = (emit[j * (I + 1) + i] ?? 0) * (beta[i] ?? 0)
      const step = ((move[k * I + i] ?? 0) * word) / scale
      sum += step
      const jump = Math.max(-LONGEST_JUMP, Math.min(LONGEST_JUMP, i - k)) + LONGEST_JUMP
      jumpCounts[jump] = (jumpCounts[jump] ?? 0) + here * step
    }
    earlier[k] = sum
    earlier[I + k] = sum
  }
  return earlier
}

/** The most probable path (Viterbi). */
function bestPath(
  lexicon: Lexicon,
  jumps: Float64Array,
  source: Int32Array,
  target: Int32Array,
): Int16Array {
  const [I, J] = [source.length, target.length]
  const [places, emit] = emissionsOf(lexicon, source, target)
  const trellis: Trellis = { I, J, places, emit, move: transitionsOf(jumps, I).map(Math.log) }
  const from = new Int16Array(2 * I * J)
  let best: Float64Array | undefined
  for (let j = 0; j < J; j++)
    best = bestStep(trellis, best, j, from.subarray(j * 2 * I, (j + 1) * 2 * I))
  const path = new Int16Array(J).fill(-1)
  let state = best?.reduce((top, value, at, all) => (value > (all[top] ?? 0) ? at : top), 0) ?? 0
  for (let j = J - 1; j >= 0; j--) {
    if (state < I) path[j] = state
    state = from[j * 2 * I + state] ?? 0
  }
  return path
}

function bestStep(
  trellis: Trellis,
  before: Float64Array | undefined,
  j: number,
  from: Int16Array,
): Float64Array {
  const { I, emit } = trellis
  const next = new Float64Array(2 * I)
  const blank = Math.log(blankOf(trellis, j))
  // For each source word the better of its two states.
  const states = Int16Array.from({ length: I }, (_, k) =>
    before && (before[k] ?? 0) < (before[I + k] ?? 0) ? I + k : k,
  )
  const values = Float64Array.from(states, (state) => before?.[state] ?? -Math.log(I))
  for (let i = 0; i < I; i++) {
    const k = before ? bestBefore(trellis, values, i) : i
    const moved = before ? (values[k] ?? 0) + (trellis.move[k * I + i] ?? 0) : -Math.log(I)
    next[i] = moved + Math.log(emit[j * (I + 1) + i] ?? 0)
    from[i] = states[k] ?? 0
    next[I + i] = (values[i] ?? 0) + blank
    from[I + i] = states[i] ?? 0
  }
  return next
}

function bestBefore({ I, move }: Trellis, values: Float64Array, i: number): number {
  let top = Number.NEGATIVE_INFINITY
  let best = 0
  for (let k = 0; k < I; k++) {
    const value = (values[k] ?? 0) + (move[k * I + i] ?? 0)
    if (value > top) {
      top = value
      best = k
    }
  }
  return best
}
