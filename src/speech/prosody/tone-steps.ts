import type { PitchTarget, Sentence, Tone } from '#speech/utterance.ts'

/** Smallest step between neighbouring syllables whose tones differ, in semitones: one level apart, and two. */
const ONE_LEVEL = 1.3
const TWO_LEVELS = 2.2
/**
 * Largest step, in semitones: native readers of Yoruba rise by 1.4 from mid to high and fall by 3.6 from high to low on average,
 * and the model goes further. Of a voice with the reader's range; left out: as far as the melody goes.
 */
const MOST: Partial<Record<`${Tone}${Tone}`, number>> = { MH: 1.5, HL: 3.8, LH: 4 }
const UNLIMITED = Number.POSITIVE_INFINITY
/** The tone of a syllable is heard in this part of it; what lies before is the way there. */
const HEARD_FROM = 0.3
/** A step between all pairs that can have one is reached after a few rounds. */
const ROUNDS = 40

const LEVELS: Readonly<Record<Tone, readonly [number, number]>> = {
  H: [2, 2],
  M: [1, 1],
  L: [0, 0],
  HL: [2, 0],
  LH: [0, 2],
}

/**
 * The same melody with every step between two tones of a phrase at least as large as it must be to be heard, in its
 * direction, and none far larger than people make it: two syllables that are too close both move apart by half of what is missing,
 * two that are too far from each other come together, until all steps fit (Kaczmarz's projection onto half-spaces). Other steps stay
 * as they are. `scale`: the range of the voice, 1 that of the reader; left out, a step may be as large
 * as it is.
 */
export function withToneSteps(
  targets: readonly PitchTarget[],
  sentence: Sentence,
  scale = UNLIMITED,
): readonly PitchTarget[] {
  const syllables = sentence.words.flatMap((word) =>
    word.syllables.map(({ tone }, at) => ({
      tone,
      endsPhrase:
        at === word.syllables.length - 1 &&
        (word.breakAfter || word.restsAfter === true || word.pauseAfterSeconds !== undefined),
    })),
  )
  const bySyllable = Map.groupBy(targets, ({ syllable }) => syllable)
  const heights = syllables.map((_, index) => meanHeight(bySyllable.get(index) ?? []))
  const shifts = heights.map(() => 0)
  const steps = syllables.flatMap(({ tone, endsPhrase }, index) => {
    const next = syllables[index + 1]?.tone
    if (tone === undefined || next === undefined || endsPhrase) return []
    const levels = LEVELS[next][0] - LEVELS[tone][1]
    if (levels === 0 || heights[index] === undefined || heights[index + 1] === undefined) return []
    const least = Math.abs(levels) === 2 ? TWO_LEVELS : ONE_LEVEL
    const most = Math.max(least, (MOST[`${tone}${next}`] ?? UNLIMITED) * scale)
    return [{ index, direction: Math.sign(levels), least, most }]
  })
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0
    for (const { index, direction, least, most } of steps) {
      const from = heights[index]! + shifts[index]!
      const to = heights[index + 1]! + shifts[index + 1]!
      const step = direction * (to - from)
      const missing = Math.min(Math.max(step, least), most) - step
      shifts[index]! -= (direction * missing) / 2
      shifts[index + 1]! += (direction * missing) / 2
      moved = Math.max(moved, Math.abs(missing))
    }
    if (moved < 0.01) break
  }
  return targets.map((target) => ({
    ...target,
    semitones: target.semitones + (shifts[target.syllable] ?? 0),
  }))
}

/** Of the targets of one syllable; undefined where it has none. */
function meanHeight(own: readonly PitchTarget[]): number | undefined {
  const heard = own.filter(({ part }) => part >= HEARD_FROM)
  const used = heard.length > 0 ? heard : own
  if (used.length === 0) return undefined
  return used.reduce((sum, { semitones }) => sum + semitones, 0) / used.length
}
