import type { PitchTarget, ProsodyPlan, Sentence } from '#speech/utterance.ts'

/** Largest changes: of the pace of a sentence and of each word, of pauses and of the range of pitch, as natural logarithms. */
const PACE = { sentence: 0.05, word: 0.06 } as const
const PAUSES = 0.3
const RANGE = 0.22
/** Largest change of the pitch of a sentence, and of the fall or rise over it, in semitones. */
const PITCH = { sentence: 0.5, slope: 0.7 } as const

/**
 * The same sentence said in another way: a little faster or slower, with other pauses, a wider or narrower melody. The same seed
 * gives the same plan, and each sentence of a text changes in its own way. Steps between tones keep their direction.
 */
export function varied(plan: ProsodyPlan, sentence: Sentence, seed: number): ProsodyPlan {
  const random = randomOf(seed, sentence.words.map(({ text }) => text).join(' '))
  const within = (most: number): number => (2 * random() - 1) * most
  const pace = within(PACE.sentence)
  const factors = sentence.words.map(() => Math.exp(pace + within(PACE.word)))
  const pauseFactor = Math.exp(within(PAUSES))
  const range = Math.exp(within(RANGE))
  const [lift, slope] = [within(PITCH.sentence), within(PITCH.slope)]
  const liftAt = (place: number, count: number): number =>
    lift + slope * (count > 1 ? place / (count - 1) - 0.5 : 0)
  const phones = phoneFactors(sentence, factors)
  return {
    ...plan,
    durations: plan.durations?.map((seconds, index) => seconds * (phones[index] ?? 1)),
    stretches: plan.stretches.map((stretch, index) => stretch * (factors[index] ?? 1)),
    pauses: plan.pauses.map((seconds, index) =>
      // A pause that the text asks for is as long as it says.
      sentence.words[index]?.pauseAfterSeconds === undefined ? seconds * pauseFactor : seconds,
    ),
    targets: plan.targets && variedTargets(plan.targets, sentence, range, liftAt),
    shifts: plan.shifts.map(([start, end], index, { length }) => [
      start + liftAt(index, length),
      end + liftAt(index, length),
    ]),
  }
}

function variedTargets(
  targets: readonly PitchTarget[],
  { words }: Sentence,
  range: number,
  liftAt: (place: number, count: number) => number,
): readonly PitchTarget[] {
  const syllables = words.reduce((sum, word) => sum + word.syllables.length, 0)
  return targets.map((target) => ({
    ...target,
    semitones: target.semitones * range + liftAt(target.syllable, syllables),
  }))
}

/** The factor of its word for every phone. */
function phoneFactors({ words }: Sentence, factors: readonly number[]): number[] {
  return words.flatMap(({ syllables }, index) =>
    syllables.flatMap(({ phones }) => phones.map(() => factors[index] ?? 1)),
  )
}

/** Numbers from 0 to below 1, the same for the same seed and text: mulberry32 by Tommy Ettinger (public domain) over FNV-1a. */
function randomOf(seed: number, text: string): () => number {
  let state = seed >>> 0
  for (const character of text)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
