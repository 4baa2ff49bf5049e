import type { PitchTarget, Sentence, Tone } from '#speech/utterance.ts'

/** Smallest step between neighbouring syllables whose tones differ, in semitones: one level apart, and two. */
const ONE_LEVEL = 1.3
const TWO_LEVELS = 2.2
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
 * direction: of two syllables that are too close, both move apart by half of what is missing, until all steps are there
 * (Kaczmarz's projection onto half-spaces). Steps that are large enough stay as they are.
 */
export function withToneSteps(
  targets: readonly PitchTarget[],
  sentence: Sentence,
): readonly PitchTarget[] {
  const syllables = sentence.words.flatMap((word) =>
    word.syllables.map(({ tone }, at) => ({
      tone,
      endsPhrase:
        at === word.syllables.length - 1 &&
        (word.breakAfter || word.pauseAfterSeconds !== undefined),
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
    return [{ index, direction: Math.sign(levels), least }]
  })
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0
    for (const { index, direction, least } of steps) {
      const from = heights[index]! + shifts[index]!
      const to = heights[index + 1]! + shifts[index + 1]!
      const missing = least - direction * (to - from)
      if (missing <= 0) continue
      shifts[index]! -= (direction * missing) / 2
      shifts[index + 1]! += (direction * missing) / 2
      moved = Math.max(moved, missing)
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
