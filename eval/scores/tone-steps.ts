import { withoutOctaveErrors } from './octave-errors.ts'

/** A syllable as the planner timed it; `tone` is H, M, L, HL or LH. */
export interface TimedSyllable {
  readonly start: number
  readonly end: number
  readonly tone: string
}

/** How well measured pitch follows the planned tones. */
export interface ToneSteps {
  /** Pairs of neighbouring syllables with different level tones whose pitch was measured. */
  readonly steps: number
  /** Those in which the higher tone has the higher pitch. */
  readonly right: number
  /** Sum of the steps in semitones, positive where they go the right way. */
  readonly semitones: number
  readonly syllables: number
  /** Syllables in which no pitch was found. */
  readonly unvoiced: number
}

const LEVELS: Readonly<Record<string, number>> = { L: 0, M: 1, H: 2 }
/** Syllables further apart than this are no neighbours, in seconds. */
const LONGEST_GAP_S = 0.35
/** Part of a syllable that belongs to its consonant and to the way from the tone before. */
const ONSET = 0.3
const FRAMES_PER_SECOND = 100

/**
 * Steps of one utterance; `f0` in Hz every 10 ms, 0 where unvoiced. Frames that the tracker took for another octave do not
 * count.
 */
export function toneSteps(syllables: readonly TimedSyllable[], f0: readonly number[]): ToneSteps {
  const pitches = pitchesOf(syllables, f0)
  const steps = syllables.slice(1).flatMap((next, at) => {
    const direction = directionOf(syllables[at]!, next)
    const [before, after] = [pitches[at], pitches[at + 1]]
    if (direction === 0 || before === undefined || after === undefined) return []
    return [12 * Math.log2(after / before) * direction]
  })
  return {
    steps: steps.length,
    right: steps.filter((step) => step > 0).length,
    semitones: steps.reduce((sum, step) => sum + step, 0),
    syllables: syllables.length,
    unvoiced: pitches.filter((pitch) => pitch === undefined).length,
  }
}

/**
 * Steps in semitones between neighbouring syllables with level tones, by kind ("H→L"), equal tones included; `f0` as of
 * `toneSteps`.
 */
export function toneStepsByKind(
  syllables: readonly TimedSyllable[],
  f0: readonly number[],
): ReadonlyMap<string, readonly number[]> {
  const pitches = pitchesOf(syllables, f0)
  const steps = new Map<string, number[]>()
  for (const [at, next] of syllables.slice(1).entries()) {
    const syllable = syllables[at]!
    const [before, after] = [pitches[at], pitches[at + 1]]
    if (before === undefined || after === undefined || !areNeighbours(syllable, next)) continue
    const kind = `${syllable.tone}→${next.tone}`
    steps.set(kind, [...(steps.get(kind) ?? []), 12 * Math.log2(after / before)])
  }
  return steps
}

/** Whether two syllables with level tones follow each other without a pause. */
function areNeighbours(syllable: TimedSyllable, next: TimedSyllable): boolean {
  const areLevel = syllable.tone in LEVELS && next.tone in LEVELS
  return areLevel && next.start - syllable.end <= LONGEST_GAP_S
}

/** 1 where the tone rises to the next syllable, -1 where it falls, 0 where it stays or they are no neighbours. */
function directionOf(syllable: TimedSyllable, next: TimedSyllable): number {
  if (!areNeighbours(syllable, next)) return 0
  return Math.sign(LEVELS[next.tone]! - LEVELS[syllable.tone]!)
}

function pitchesOf(
  syllables: readonly TimedSyllable[],
  f0: readonly number[],
): readonly (number | undefined)[] {
  const kept = withoutOctaveErrors(f0)
  return syllables.map((syllable) => pitchOf(syllable, kept))
}

/** Median pitch of a syllable without its onset; undefined where it is unvoiced. */
function pitchOf({ start, end }: TimedSyllable, f0: readonly number[]): number | undefined {
  const from = start + (end - start) * ONSET
  const voiced = f0
    .slice(Math.floor(from * FRAMES_PER_SECOND), Math.ceil(end * FRAMES_PER_SECOND))
    .filter((hz) => hz > 0)
    .sort((a, b) => a - b)
  return voiced[voiced.length >> 1]
}
