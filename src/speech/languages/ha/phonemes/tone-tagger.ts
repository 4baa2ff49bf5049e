import { hashOf, slotOf } from '#speech/languages/common/hashed-features.ts'
import type { Tone } from '#speech/utterance.ts'
import type { OpenSyllable } from './syllables.ts'
import { type ToneFeatures, toneFeatures } from './tone-features.ts'

/** Weights of the model: hashed names of features with one, two or three tones in a row. */
export const TONE_SLOTS = 2 ** 20
/** Quantisation: a weight of 1 is stored as 64, so that ±1.98 fits in a signed byte. */
export const TONE_STEP = 64
/** The tones that words have of themselves, in the order of the tables. */
export const LEXICAL_TONES = ['H', 'L', 'HL'] as const satisfies readonly Tone[]

/** In the place of a tone before the first one. */
export const EDGE = LEXICAL_TONES.length
const WIDTH = EDGE + 1

/** Knows the likeliest tones of a word's syllables; tones that are known already stay and speak for their neighbours'. */
export type ToneTagger = (syllables: readonly OpenSyllable[]) => readonly Tone[]

/** A tagger with these weights, TONE_SLOTS of them (see models/hausa-tones). Throws an Error where they are not. */
export function createToneTagger(weights: Int8Array): ToneTagger {
  if (weights.length !== TONE_SLOTS)
    throw new Error(`The model of Hausa tones has ${weights.length} weights: install Griot again.`)
  return (syllables) => {
    const scores = toneFeatures(syllables).map((features, at) =>
      windowScores(features, at, (slot) => weights[slot] ?? 0),
    )
    const known = syllables.map(({ tone }) => tone && LEXICAL_TONES.indexOf(levelOf(tone)))
    return likeliest(scores, known).map((tone, at) => syllables[at]?.tone ?? tone)
  }
}

/** A rising tone, which only marks can ask for, is to its neighbours what it ends in. */
function levelOf(tone: Tone): (typeof LEXICAL_TONES)[number] {
  return LEXICAL_TONES.find((one) => one === tone) ?? 'H'
}

/** Keys of a tone alone, with the one before, and with the two before. */
export const WINDOW_KEYS: readonly (readonly [number, number, number])[] = Array.from(
  { length: WIDTH ** 3 },
  (_, window) => {
    const [before2, before, tone] = tonesOfWindow(window)
    return [hashOf(`${tone}`), hashOf(`${before}${tone}`), hashOf(`${before2}${before}${tone}`)]
  },
)

/** The number of a window of three tones: two before and the tone itself. */
export function windowOf(before2: number, before: number, tone: number): number {
  return (before2 * WIDTH + before) * WIDTH + tone
}

function tonesOfWindow(window: number): readonly [number, number, number] {
  return [Math.floor(window / WIDTH ** 2), Math.floor(window / WIDTH) % WIDTH, window % WIDTH]
}

/** The windows that a syllable can stand at the end of: before the first one is the edge of the word. */
export function windowsAt(at: number): readonly number[] {
  const tones = LEXICAL_TONES.map((_, tone) => tone)
  const before = at === 0 ? [EDGE] : tones
  const before2 = at <= 1 ? [EDGE] : tones
  return before2.flatMap((a) => before.flatMap((b) => tones.map((c) => windowOf(a, b, c))))
}

/** Sums of weights of every window at a syllable; `weightAt` gives the weight of a slot. */
export function windowScores(
  features: ToneFeatures,
  at: number,
  weightAt: (slot: number) => number,
): Float64Array {
  const scores = new Float64Array(WIDTH ** 3)
  const sums = new Map<number, number>()
  const sumOf = (key: number, named: readonly number[]): number => {
    const known = sums.get(key)
    if (known !== undefined) return known
    const sum = named.reduce((all, one) => all + weightAt(slotOf(one, key, TONE_SLOTS)), 0)
    sums.set(key, sum)
    return sum
  }
  const all = [...features.narrow, ...features.wide]
  for (const window of windowsAt(at)) {
    const [alone, ...wider] = WINDOW_KEYS[window] ?? [0]
    scores[window] = wider.reduce((sum, key) => sum + sumOf(key, features.wide), sumOf(alone, all))
  }
  return scores
}

interface Way {
  readonly score: number
  readonly from: number
}

/** The best sequence (Viterbi 1967); a state is a tone and the one before it. */
function likeliest(
  scores: readonly Float64Array[],
  known: readonly (number | undefined)[],
): readonly Tone[] {
  const ways: Map<number, Way>[] = []
  let states = new Map<number, Way>([[EDGE * WIDTH + EDGE, { score: 0, from: -1 }]])
  for (const [at, table] of scores.entries()) {
    const own = known[at]
    states = goOn(states, table, own === undefined ? [...LEXICAL_TONES.keys()] : [own])
    ways.push(states)
  }
  return traceBack(ways)
}

/** The best way into each state that one of `tones` leads to. */
function goOn(
  states: ReadonlyMap<number, Way>,
  table: Float64Array,
  tones: readonly number[],
): Map<number, Way> {
  const next = new Map<number, Way>()
  for (const [from, way] of states)
    for (const tone of tones) {
      const score = way.score + (table[from * WIDTH + tone] ?? 0)
      const state = (from % WIDTH) * WIDTH + tone
      const best = next.get(state)
      if (!best || score > best.score) next.set(state, { score, from })
    }
  return next
}

function traceBack(ways: readonly ReadonlyMap<number, Way>[]): readonly Tone[] {
  let state = 0
  let best = Number.NEGATIVE_INFINITY
  for (const [end, { score }] of ways.at(-1) ?? []) {
    if (score > best) state = end
    best = Math.max(best, score)
  }
  const tones: Tone[] = []
  for (const way of ways.toReversed()) {
    tones.unshift(LEXICAL_TONES[state % WIDTH] ?? 'H')
    state = way.get(state)?.from ?? 0
  }
  return tones
}
