import { SAMPLE_RATE, type Timings } from '#shared/audio.ts'
import { cacheFilters, type FilterLookup } from '#speech/cloning/envelope-filter.ts'
import { openEpochs } from '#speech/dsp/epochs.ts'
import { openInterpolator } from '#speech/dsp/interpolate.ts'
import { fadeEdges, fromDecibels, limit } from '#speech/dsp/level.ts'
import { overlapAdd } from '#speech/dsp/overlap-add.ts'
import { openPitchTrack, pitchAt } from '#speech/dsp/pitch.ts'
import {
  limitSlope,
  openPitchCurve,
  type PitchPoint,
  semitonesToFactor,
} from '#speech/dsp/pitch-curve.ts'
import type { ProsodyPlan, Sentence } from '#speech/utterance.ts'
import { alignPhones, type RealisedPhone } from './alignment.ts'
import { type MappedSentence, withBasePhones } from './base-phones.ts'
import { openEffects } from './effects.ts'
import {
  FLITE_RATE,
  type Flite,
  type FliteRequest,
  type FliteSegment,
  type FliteSpeech,
} from './flite.ts'
import { mappingOf } from './phone-mapping.ts'
import { BASE_VOICES, type VoiceProfile } from './profile.ts'
import { buildTimeline, type SynthesisTimeline } from './synthesis-timeline.ts'
import { utteranceText } from './utterance-text.ts'
import { openVocalTractFilter } from './vocal-tract-filter.ts'

const FADE_SECONDS = 0.01
/** Length of a sentence's first block, short so that it is heard before the rest is synthesized. */
const FIRST_BLOCK_SECONDS = 0.4
/** Length of the following blocks: another request waits for one of them at most, about 30 ms of work. */
const BLOCK_SECONDS = 1.6
/** Search range of the pitch tracker, as factors on the median pitch of the base voice. */
const LOWEST_F0_RATIO = 0.64
const HIGHEST_F0_RATIO = 1.7
/** Duration of the pitch rise at the end of a question. */
const FINAL_RISE_SECONDS = 0.35

/** A voice that renders sentences. */
export interface SentenceRenderer {
  /** Renders a sentence by its prosody plan. */
  render(sentence: Sentence, plan: ProsodyPlan): FliteRendering
  /** The `length` that `render` returns, in a tenth of the time. */
  lengthOf(sentence: Sentence, plan: ProsodyPlan): number
}

export interface FliteRendering {
  /** In seconds from the start of the sound. */
  readonly timings: Timings
  /** Samples of all blocks together. */
  readonly length: number
  /**
   * Mono samples at `SAMPLE_RATE` without silence around them: a first block of less than half a second, which is
   * ready early, and the rest. To be read once.
   */
  readonly blocks: Iterable<Float32Array>
}

/** A voice: a base voice of flite, modified by the parameters of a profile. */
export function createSentenceRenderer(profile: VoiceProfile, flite: Flite): SentenceRenderer {
  const filters = profile.spectralEnvelope && cacheFilters(profile.spectralEnvelope)
  return {
    lengthOf(input, plan): number {
      const sentence = withBasePhones(input)
      const segments = flite.predictSegments(requestOf(profile, sentence))
      return sampleCount(buildTimeline(sentence, plan, baseSpans(sentence, segments)))
    },
    render(input, plan): FliteRendering {
      const sentence = withBasePhones(input)
      const speech = flite.speak(requestOf(profile, sentence))
      const timeline = buildTimeline(sentence, plan, baseSpans(sentence, speech.segments))
      const length = sampleCount(timeline)
      const blocks = synthesize(profile, filters, baseHzOf(profile), speech, plan, timeline)
      return { timings: timeline.timings, length, blocks }
    },
  }
}

/** Median pitch at which flite has to speak. Resampling grains by the formant scale changes their period too. */
function baseHzOf({ base, f0Hz, formantScale }: VoiceProfile): number {
  return BASE_VOICES[base].canShift ? f0Hz / formantScale : BASE_VOICES[base].f0Hz
}

function requestOf(profile: VoiceProfile, sentence: MappedSentence): FliteRequest {
  const f0Shift = baseHzOf(profile) / BASE_VOICES[profile.base].f0Hz
  return { ...utteranceText(sentence), voice: profile.base, f0Shift, durationStretch: 1 }
}

function baseSpans(sentence: MappedSentence, segments: readonly FliteSegment[]) {
  const realised: RealisedPhone[] = segments
    .map(({ phone, end }, i) => ({ phone, start: segments[i - 1]?.end ?? 0, end }))
    .filter(({ phone }) => phone !== 'pau' && phone !== 'h#')
  const bases = sentence.words.flatMap(({ syllables }) =>
    syllables.flatMap(({ phones }) => phones.flatMap((phone) => mappingOf(phone).bases)),
  )
  return alignPhones(bases, realised)
}

function* synthesize(
  profile: VoiceProfile,
  filters: FilterLookup | undefined,
  baseHz: number,
  { samples }: FliteSpeech,
  plan: ProsodyPlan,
  timeline: SynthesisTimeline,
): Generator<Float32Array> {
  const track = openPitchTrack(
    samples,
    FLITE_RATE,
    baseHz * LOWEST_F0_RATIO,
    baseHz * HIGHEST_F0_RATIO,
  )
  const points = pitchPointsOf(plan, timeline)
  const pitchCurve = openPitchCurve(points)
  const baseIntonation = (source: number): number => {
    const hz = pitchAt(track, source)
    return plan.targets || hz === 0 ? 1 : (hz / baseHz) ** profile.pitchVariance
  }
  const rangeAt = openPitchCurve(rangePointsOf(plan, timeline))
  const pitchOf = (seconds: number, source: number): number =>
    profile.f0Hz *
    semitonesToFactor(pitchCurve(seconds)) *
    baseIntonation(source) ** rangeAt(seconds)
  const blocks = overlapAdd(
    {
      readSource: openInterpolator(samples, FLITE_RATE),
      epochs: openEpochs(samples, FLITE_RATE, track),
      segments: timeline.segments,
      pitchAt: pitchOf,
      formantScale: profile.formantScale,
      rate: SAMPLE_RATE,
    },
    FIRST_BLOCK_SECONDS,
    BLOCK_SECONDS,
  )
  const effectCurve = openPitchCurve(points)
  const effects = openEffects(
    timeline.effects,
    (s) => profile.f0Hz * semitonesToFactor(effectCurve(s)),
  )
  const vocalTractFilter = openVocalTractFilter(profile, filters, timeline.timings.phones)
  const gain = fromDecibels(profile.gainDecibels)
  const total = sampleCount(timeline)
  let done = 0
  for (const block of blocks) {
    effects(block, done)
    vocalTractFilter(block, done)
    limit(block, gain)
    fadeEdges(block, done, total, Math.round(FADE_SECONDS * SAMPLE_RATE))
    done += block.length
    yield block
  }
}

const sampleCount = ({ segments }: SynthesisTimeline): number =>
  Math.round(segments.reduce((sum, { seconds }) => sum + seconds, 0) * SAMPLE_RATE)

/** Pitch points in seconds: tone targets inside their syllables, or shifts and the final rise over flite's own intonation. */
function pitchPointsOf(
  { targets, shifts, finalLiftSemitones }: ProsodyPlan,
  { timings }: SynthesisTimeline,
): readonly PitchPoint[] {
  if (targets)
    return limitSlope(
      targets.map(({ syllable, part, semitones }) => {
        const { start, end } = timings.syllables[syllable] ?? { start: 0, end: 0 }
        return { seconds: start + part * (end - start), semitones }
      }),
    )
  const end = timings.words.at(-1)?.end ?? 0
  const shifted = limitSlope(
    timings.words.flatMap((word, index) => {
      const [start, end] = shifts[index] ?? [0, 0]
      return [
        { seconds: word.start, semitones: start },
        { seconds: word.end, semitones: end },
      ]
    }),
  )
  return finalLiftSemitones === 0 ? shifted : withFinalRise(shifted, end, finalLiftSemitones)
}

/** Part of a word at its edges in which the movement changes over to that of its neighbour. */
const RANGE_EDGE = 0.15

/** Factors on flite's own intonation as points of a curve: level inside each word. */
function rangePointsOf(
  { ranges }: ProsodyPlan,
  { timings }: SynthesisTimeline,
): readonly PitchPoint[] {
  return timings.words.flatMap(({ start, end }, index) => {
    const semitones = ranges[index] ?? 1
    const edge = RANGE_EDGE * (end - start)
    return [
      { seconds: start + edge, semitones },
      { seconds: end - edge, semitones },
    ]
  })
}

/** The points with a rise over the last stretch of the sentence on top. */
function withFinalRise(
  points: readonly PitchPoint[],
  end: number,
  liftSemitones: number,
): readonly PitchPoint[] {
  const start = Math.max(0, end - FINAL_RISE_SECONDS)
  const curve = openPitchCurve(points)
  const inside = points.filter(({ seconds }) => seconds > start && seconds < end)
  const riseAt = (seconds: number): number =>
    end === start ? liftSemitones : (liftSemitones * (seconds - start)) / (end - start)
  return [
    ...points.filter(({ seconds }) => seconds < start),
    { seconds: start, semitones: curve(start) },
    ...inside.map((point) => ({
      ...point,
      semitones: point.semitones + riseAt(point.seconds),
    })),
    { seconds: end, semitones: curve(end) + liftSemitones },
  ]
}
