import { slotOf } from '#speech/languages/common/hashed-features.ts'
import type { ToneFeatures } from '#speech/languages/ha/phonemes/tone-features.ts'
import {
  EDGE,
  TONE_SLOTS,
  WINDOW_KEYS,
  windowOf,
  windowScores,
  windowsAt,
} from '#speech/languages/ha/phonemes/tone-tagger.ts'
import { seededRandom, shuffle } from '../yoruba-words/corpus.ts'

/** A word to learn from: what is known of its syllables, the numbers of their tones, and how much the source counts. */
export interface Lesson {
  readonly features: readonly ToneFeatures[]
  readonly tones: readonly number[]
  readonly weight: number
}

const EPOCHS = 6
const RATE = 0.05
/** Pull of the weights towards 0, per step that touches them. */
const DECAY = 1e-2
const FIRST_SQUARE = 1e-3
/** Between plain descent (0) and AdaGrad (0.5), under which rare features learn too much from few words. */
const ADAPTATION = 0.25
/** Smaller errors change nothing. */
const LEAST_ERROR = 1e-3
const STATES = (EDGE + 1) ** 2

/** Learns the weights of a conditional random field over three tones in a row (Lafferty, McCallum & Pereira 2001) by adaptive gradient descent (Duchi, Hazan & Singer 2011). */
export function learnTones(lessons: readonly Lesson[]): Float32Array {
  const learned = new Float32Array(TONE_SLOTS)
  const squares = new Float32Array(TONE_SLOTS).fill(FIRST_SQUARE)
  const order = [...lessons]
  const random = seededRandom(2018)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random)
    for (const lesson of order) step(lesson, learned, squares)
  }
  return learned
}

function step({ features, tones, weight }: Lesson, learned: Float32Array, squares: Float32Array) {
  const scores = features.map((one, at) => windowScores(one, at, (slot) => learned[slot] ?? 0))
  const chances = windowChances(scores)
  for (const [at, { narrow, wide }] of features.entries()) {
    const right = windowOf(tones[at - 2] ?? EDGE, tones[at - 1] ?? EDGE, tones[at] ?? EDGE)
    const [alone, ...wider] = errorsByWidth(chances[at], at, right)
    const change = (slot: number, error: number): void =>
      update(slot, weight * error, learned, squares)
    changeWeights(alone, [...narrow, ...wide], change)
    for (const errors of wider) changeWeights(errors, wide, change)
  }
}

function changeWeights(
  errors: ReadonlyMap<number, number> | undefined,
  features: readonly number[],
  change: (slot: number, error: number) => void,
): void {
  for (const [key, error] of errors ?? [])
    if (Math.abs(error) >= LEAST_ERROR)
      for (const feature of features) change(slotOf(feature, key, TONE_SLOTS), error)
}

/** Expected minus right counts of each key: of a tone alone, with one before, with two before. */
function errorsByWidth(
  chances: Float64Array | undefined,
  at: number,
  right: number,
): readonly ReadonlyMap<number, number>[] {
  const errors = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()]
  for (const window of windowsAt(at)) {
    const error = (chances?.[window] ?? 0) - (window === right ? 1 : 0)
    for (const [width, key] of (WINDOW_KEYS[window] ?? []).entries())
      errors[width]?.set(key, (errors[width]?.get(key) ?? 0) + error)
  }
  return errors
}

function update(slot: number, error: number, learned: Float32Array, squares: Float32Array): void {
  const weight = learned[slot] ?? 0
  const gradient = error + DECAY * weight
  const square = (squares[slot] ?? 0) + gradient ** 2
  squares[slot] = square
  learned[slot] = weight - (RATE * gradient) / square ** ADAPTATION
}

/** Probability of each window at each syllable, by the forward-backward algorithm. */
function windowChances(scores: readonly Float64Array[]): readonly Float64Array[] {
  const forward: Float64Array[] = []
  for (const [at, table] of scores.entries())
    forward.push(
      sumUp(at, (window) => [ending(window), before(forward, at, window) + at0(table, window)]),
    )
  const backward: Float64Array[] = scores.map(() => new Float64Array(STATES))
  for (let at = scores.length - 1; at > 0; at--)
    backward[at - 1] = sumUp(at, (window) => [
      beginning(window),
      at0(scores[at], window) + at0(backward[at], ending(window)),
    ])
  const total = logSum([...(forward.at(-1) ?? [])])
  return scores.map((table, at) =>
    table.map((score, window) =>
      Math.exp(before(forward, at, window) + score + at0(backward[at], ending(window)) - total),
    ),
  )
}

/** For each state the logarithm of the sum over the windows at a syllable that belong to it. */
function sumUp(at: number, partOf: (window: number) => readonly [state: number, score: number]) {
  const parts: number[][] = Array.from({ length: STATES }, () => [])
  for (const window of windowsAt(at)) {
    const [state, score] = partOf(window)
    parts[state]?.push(score)
  }
  return Float64Array.from(parts, logSum)
}

/** What is summed up to the state before a window: nothing before the first syllable. */
function before(forward: readonly Float64Array[], at: number, window: number): number {
  return at === 0 ? 0 : at0(forward[at - 1], beginning(window))
}

/** The state that a window comes from, its first two tones. */
function beginning(window: number): number {
  return Math.floor(window / (EDGE + 1))
}

/** The state that a window ends in, its last two tones. */
function ending(window: number): number {
  return window % STATES
}

function at0(table: Float64Array | undefined, index: number): number {
  return table?.[index] ?? 0
}

function logSum(parts: readonly number[]): number {
  const highest = Math.max(...parts, Number.NEGATIVE_INFINITY)
  if (highest === Number.NEGATIVE_INFINITY) return highest
  return highest + Math.log(parts.reduce((sum, part) => sum + Math.exp(part - highest), 0))
}
