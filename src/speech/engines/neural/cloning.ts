import { IPA_SEGMENTS } from '#speech/cloning/ipa-segments.ts'
import {
  type CloningMethod,
  clamp,
  expectedFormantScale,
  type FittedTraits,
} from '#speech/cloning/method.ts'
import { rangeShrinkage } from '#speech/cloning/shrink-pitch.ts'
import type { RecordedSpeaker } from '#speech/models/phone-features.ts'
import type { Analysis } from '#speech/recordings/analyse.ts'
import { encodeTraits, type NeuralTraits } from './traits.ts'
import { NEURAL_ID } from './voices.ts'

/** Recorded speakers that a model has, by their names. */
export type RecordedSpeakers = ReadonlyMap<string, RecordedSpeaker>

/** Distance in pitch beyond which a recorded speaker is hardly ever the nearest voice. */
const NEAR_SEMITONES = 7
/** Most speakers of each kind to try, the nearest in pitch: each takes a third of a second. */
const MOST_BASES = 3
/**
 * Weight of the nearest speaker of English in a mixture: a recogniser mishears 15 % of the English words of two clones of
 * women with this, 24 % with a half; by spectrum they are 0.06 further from their speakers, on a scale where 1 is near.
 */
const MAIN_SHARE = 0.7
/** Widest tonal range: beyond it the melody sounds sung. */
const WIDEST_RANGE = 7.5
/** Tonal range of a voice whose melody is about the reader's own, and the rate at which people read aloud. */
const PLAIN_RANGE = 4.5
const USUAL_RATE = 0.85

/**
 * Voices of recordings over recorded speakers. A voice speaks all six languages; English has the most phones, and some of
 * them were recorded of English speakers alone, so the greater part of every voice is one of these. With a Hausa woman
 * alone a recogniser mishears 73 % of English words, with an equal part of an English one 17 %; of Amharic phones it
 * mishears 43 % with both, and 50 % with the English one alone.
 */
export function neuralCloning(
  speakers: () => Promise<RecordedSpeakers>,
): CloningMethod<NeuralTraits> {
  return {
    engine: NEURAL_ID,
    segments: IPA_SEGMENTS,
    bases: async (clip, f0Hz) => {
      const known = await speakers()
      return [true, false].flatMap((isEnglish) =>
        speakersNear(clip.f0Hz, known, isEnglish).map(([name, { f0Hz: hz }]) =>
          plainTraits([[name, 1]], f0Hz, expectedFormantScale(clip.f0Hz, hz)),
        ),
      )
    },
    mixtures: async (fitted) => mixtures(fitted, await speakers()),
    fitSeconds: 3,
    slowestRate: 0.8,
    withIntonation,
    // The acoustic model's voicing has the breath of its speakers.
    withBreath: (traits) => traits,
    encode: encodeTraits,
  }
}

function plainTraits(
  mixture: NeuralTraits['mixture'],
  f0Hz: number,
  formantScale: number,
): NeuralTraits {
  return {
    ...{ mixture, f0Hz, formantScale },
    ...{ rangeSemitones: PLAIN_RANGE, rate: USUAL_RATE, gainDecibels: 6 },
  }
}

/**
 * Speakers to try for a median pitch, the nearest in pitch first. For a man any speaker of English will do, for a woman no
 * man: raised to her register he is hard to understand.
 */
function speakersNear(
  f0Hz: number,
  known: RecordedSpeakers,
  isEnglish: boolean,
): readonly (readonly [name: string, speaker: RecordedSpeaker])[] {
  const readers = englishReaders(known)
  const sorted = byPitch(f0Hz, known).filter(([name]) => readers.has(name) === isEnglish)
  const near = sorted.filter(
    ([, { f0Hz: hz }]) => semitones(hz, f0Hz) < NEAR_SEMITONES || (isEnglish && hz > f0Hz),
  )
  return (near.length > 0 ? near : sorted.slice(0, 1)).slice(0, MOST_BASES)
}

/** Names of those whose English was recorded: what flite taught the model is heard with more errors, and is the last resort. */
function englishReaders(known: RecordedSpeakers): ReadonlySet<string> {
  const english = [...known].filter(([, { language }]) => language === 'en')
  const recorded = english.filter(([, { origin }]) => origin === 'recording')
  return new Set((recorded.length > 0 ? recorded : english).map(([name]) => name))
}

/** Recorded speakers, the nearest in pitch first. */
export function byPitch(
  f0Hz: number,
  known: RecordedSpeakers,
): readonly (readonly [name: string, speaker: RecordedSpeaker])[] {
  return [...known].sort(
    ([, one], [, other]) => semitones(one.f0Hz, f0Hz) - semitones(other.f0Hz, f0Hz),
  )
}

const semitones = (one: number, other: number): number => 12 * Math.abs(Math.log2(one / other))

/** The nearest speaker of English, alone and with the next one and the two nearest of other languages mixed in. */
function mixtures(
  fitted: readonly FittedTraits<NeuralTraits>[],
  known: RecordedSpeakers,
): readonly NeuralTraits[] {
  const readers = englishReaders(known)
  const isEnglish = ({ mixture }: NeuralTraits): boolean =>
    mixture.every(([name]) => readers.has(name))
  const all = fitted.map(({ traits }) => traits)
  const english = all.filter(isEnglish)
  const others = all.filter((traits) => !isEnglish(traits))
  const [first, second] = english.length > 0 ? english : others
  if (!first) return []
  const mates = [...(second ? [second] : []), ...(english.length > 0 ? others : []).slice(0, 2)]
  return [first, ...mates.map((mate) => mixed(first, mate))]
}

function mixed(first: NeuralTraits, mate: NeuralTraits): NeuralTraits {
  const parts = [
    [first, MAIN_SHARE],
    [mate, 1 - MAIN_SHARE],
  ] as const
  return plainTraits(
    parts.flatMap(([{ mixture }, share]) =>
      mixture.map(([name, weight]) => [name, Math.round(1_000 * weight * share) / 1_000] as const),
    ),
    first.f0Hz,
    parts.reduce((scale, [{ formantScale }, share]) => scale * formantScale ** share, 1),
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
