import { withoutOctaveErrors } from './octave-errors.ts'
import type { TimedSyllable } from './tone-steps.ts'

/** A silence between two syllables from this length on is a pause, in seconds. */
const LEAST_PAUSE = 0.1

/** How one utterance is timed. */
export interface Timing {
  readonly syllables: number
  readonly pauses: number
  /** From its first syllable to its last, with and without pauses, in seconds. */
  readonly seconds: number
  readonly spokenSeconds: number
}

/** Counts of an utterance by its timed syllables; undefined where it has none. */
export function timingOf(
  syllables: readonly Pick<TimedSyllable, 'start' | 'end'>[],
): Timing | undefined {
  const [first, last] = [syllables[0], syllables.at(-1)]
  if (!first || !last) return undefined
  const gaps = syllables.slice(1).map(({ start }, at) => start - (syllables[at]?.end ?? start))
  const pauses = gaps.filter((gap) => gap >= LEAST_PAUSE)
  const seconds = last.end - first.start
  return {
    ...{ syllables: syllables.length, pauses: pauses.length, seconds },
    spokenSeconds: seconds - pauses.reduce((sum, gap) => sum + gap, 0),
  }
}

/** How much the pitch of an utterance moves, in semitones. */
export interface PitchMovement {
  /** Standard deviation over voiced frames. */
  readonly deviation: number
  /** From the 5th to the 95th percentile. */
  readonly range: number
}

/**
 * Pitch movement of one utterance; `f0` in Hz, 0 where unvoiced. Frames that the tracker took for another octave do not count.
 * Undefined where fewer than ten frames are voiced.
 */
export function pitchMovement(f0: readonly number[]): PitchMovement | undefined {
  const voiced = withoutOctaveErrors(f0)
    .filter((hz) => hz > 0)
    .sort((a, b) => a - b)
  const heights = voiced.map((hz) => 12 * Math.log2(hz / voiced[voiced.length >> 1]!))
  if (heights.length < 10) return undefined
  const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length
  const variance = heights.reduce((sum, height) => sum + (height - mean) ** 2, 0) / heights.length
  const at = (part: number): number => heights[Math.round(part * (heights.length - 1))] ?? 0
  return { deviation: Math.sqrt(variance), range: at(0.95) - at(0.05) }
}
