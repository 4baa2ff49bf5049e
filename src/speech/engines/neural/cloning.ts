import {
  type CloningMethod,
  clamp,
  expectedFormantScale,
  type FittedTraits,
} from '#speech/cloning/method.ts'
import { rangeShrinkage } from '#speech/cloning/shrink-pitch.ts'
import type { Analysis } from '#speech/recordings/analyse.ts'
import { NEURAL_SEGMENTS } from './clone-segments.ts'
import { encodeTraits, type NeuralTraits } from './traits.ts'
import { NEURAL_ID } from './voices.ts'

/** Mean pitches of recorded speakers in Hz, by their names. */
export type SpeakerPitches = ReadonlyMap<string, number>

/** Recorded speakers of other pitches are as good as never the nearest voice. */
const NEAR_SEMITONES = 7
/** Most of them to try, the nearest in pitch, each of which takes a second; and fewest, however far their pitch. */
const MOST_BASES = 8
const FEWEST_BASES = 2
/** Widest tonal range: beyond it the melody sounds sung. */
const WIDEST_RANGE = 7.5
/** Tonal range of a voice whose melody is the reader's own, about. */
const PLAIN_RANGE = 5

/** Voices of recordings over recorded speakers and mixtures of them. `pitches`: of the speakers that the model has. */
export function neuralCloning(pitches: () => Promise<SpeakerPitches>): CloningMethod<NeuralTraits> {
  return {
    engine: NEURAL_ID,
    segments: NEURAL_SEGMENTS,
    bases: async (clip, f0Hz) =>
      speakersNear(clip.f0Hz, await pitches()).map(([name, hz]) =>
        plainTraits([[name, 1]], f0Hz, expectedFormantScale(clip.f0Hz, hz)),
      ),
    mixtures,
    slowestRate: 0.7,
    withIntonation,
    // The acoustic model's voicing has the breath of its speakers.
    withBreath: (traits) => traits,
    encode: encodeTraits,
  }
}

/** Speakers to try for a median pitch, the nearest in pitch first. */
export function speakersNear(
  f0Hz: number,
  pitches: SpeakerPitches,
): readonly (readonly [name: string, hz: number])[] {
  const semitones = ([, hz]: readonly [string, number]): number =>
    12 * Math.abs(Math.log2(hz / f0Hz))
  const sorted = [...pitches].sort((one, other) => semitones(one) - semitones(other))
  const near = sorted.filter((speaker) => semitones(speaker) < NEAR_SEMITONES).length
  return sorted.slice(0, clamp(near, FEWEST_BASES, MOST_BASES))
}

function plainTraits(
  mixture: NeuralTraits['mixture'],
  f0Hz: number,
  formantScale: number,
): NeuralTraits {
  return { mixture, f0Hz, rangeSemitones: PLAIN_RANGE, formantScale, rate: 1, gainDecibels: 6 }
}

/** The nearest speaker in equal parts with each of the two that follow, and with both. */
function mixtures(fitted: readonly FittedTraits<NeuralTraits>[]): readonly NeuralTraits[] {
  const [first, second, third] = fitted.map(({ traits }) => traits)
  const groups = [
    [first, second],
    [first, third],
    [first, second, third],
  ].map((group) => group.flatMap((traits) => traits ?? []))
  return groups
    .filter((group, at) => group.length === (at < 2 ? 2 : 3))
    .map((group) => mixed(group))
}

function mixed(group: readonly NeuralTraits[]): NeuralTraits {
  const names = group.flatMap(({ mixture }) => mixture.map(([name]) => name))
  const scale = group.reduce((sum, { formantScale }) => sum + Math.log(formantScale), 0)
  const { f0Hz = 0 } = group[0] ?? {}
  const weight = Math.round(1_000 / names.length) / 1_000
  return plainTraits(
    names.map((name) => [name, weight] as const),
    f0Hz,
    Math.exp(scale / group.length),
  )
}

/**
 * Sets the range relative to that of the plain voice saying the same, and the mean pitch so that the median is the
 * recording's: what a melody has between the two is wider in a wider range.
 */
function withIntonation(traits: NeuralTraits, clip: Analysis, synthesized: Analysis): NeuralTraits {
  const ratio = clip.rangeSemitones / Math.max(1, synthesized.rangeSemitones)
  const kept = clamp(ratio, 0.3, 3) ** rangeShrinkage(clip.speechSeconds)
  const rangeSemitones = clamp(traits.rangeSemitones * kept, 3, WIDEST_RANGE)
  const octaves = synthesized.f0Hz > 0 ? Math.log2(traits.f0Hz / synthesized.f0Hz) : 0
  const shift = clamp(octaves * (rangeSemitones / traits.rangeSemitones), -0.15, 0.15)
  return { ...traits, rangeSemitones, f0Hz: clamp(traits.f0Hz * 2 ** shift, 60, 400) }
}
