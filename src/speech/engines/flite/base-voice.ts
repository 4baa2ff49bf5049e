import { SAMPLE_RATE } from '#shared/audio.ts'
import { openEpochs } from '#speech/dsp/epochs.ts'
import { openReader } from '#speech/dsp/interpolate.ts'
import { fadeEdges, fromDecibels, limit } from '#speech/dsp/level.ts'
import { overlapAdd } from '#speech/dsp/overlap-add.ts'
import { openPitchTrack, pitchAt } from '#speech/dsp/pitch.ts'
import type { ProsodyPlan } from '#speech/utterance.ts'
import { alignPhones, type HeardPhone } from './alignment.ts'
import { type BasedSentence, withBasePhones } from './base-phones.ts'
import { openEffects } from './effects.ts'
import {
  FLITE_RATE,
  type Flite,
  type FliteRequest,
  type FliteSegment,
  type FliteSpeech,
} from './flite.ts'
import { type Layout, layOut } from './layout.ts'
import { eased, openPitchCurve, type PitchPoint, semitonesToFactor } from './pitch-curve.ts'
import { BASES, type VoiceProfile } from './profile.ts'
import { recipeOf } from './recipes.ts'
import { openThroat } from './throat.ts'
import { type FilterFor, rememberFilters } from './timbre.ts'
import { utteranceText } from './utterance-text.ts'
import type { RenderedSpeech, Voice } from './voice.ts'

const FADE_SECONDS = 0.01
/** The first block of a sentence is this long, so that it is heard before the rest is made. */
const FIRST_BLOCK_SECONDS = 0.4
/** The following blocks are this long: a newcomer waits for one of them at most, about 30 ms of work. */
const BLOCK_SECONDS = 1.6
/** How far a base's pitch strays from its median, as factors. */
const LOWEST = 0.64
const HIGHEST = 1.7
/** Over which the end of a question rises, in seconds. */
const LIFT_SECONDS = 0.35

/** A person: a base voice of flite, seen through a profile. */
export function createVoice(profile: VoiceProfile, flite: Flite): Voice {
  const filterFor = profile.timbre && rememberFilters(profile.timbre)
  return {
    lengthOf(spoken, plan): number {
      const sentence = withBasePhones(spoken)
      const segments = flite.time(requestOf(profile, sentence))
      return lengthOf(layOut(sentence, plan, baseSpans(sentence, segments)))
    },
    render(spoken, plan): RenderedSpeech {
      const sentence = withBasePhones(spoken)
      const speech = flite.speak(requestOf(profile, sentence))
      const layout = layOut(sentence, plan, baseSpans(sentence, speech.segments))
      const length = lengthOf(layout)
      const blocks = sound(profile, filterFor, baseHzOf(profile), speech, plan, layout)
      return { timings: layout.timings, length, blocks }
    },
  }
}

/** Grains are read faster by the formant scale; the base speaks so that they then have the right period. */
function baseHzOf({ base, f0Hz, formantScale }: VoiceProfile): number {
  return BASES[base].canShift ? f0Hz / formantScale : BASES[base].f0Hz
}

function requestOf(profile: VoiceProfile, sentence: BasedSentence): FliteRequest {
  const f0Shift = baseHzOf(profile) / BASES[profile.base].f0Hz
  return { ...utteranceText(sentence), voice: profile.base, f0Shift, durationStretch: 1 }
}

function baseSpans(sentence: BasedSentence, segments: readonly FliteSegment[]) {
  const heard: HeardPhone[] = segments
    .map(({ phone, end }, i) => ({ phone, start: segments[i - 1]?.end ?? 0, end }))
    .filter(({ phone }) => phone !== 'pau' && phone !== 'h#')
  const bases = sentence.words.flatMap(({ syllables }) =>
    syllables.flatMap(({ phones }) => phones.flatMap((phone) => recipeOf(phone).bases)),
  )
  return alignPhones(bases, heard)
}

function* sound(
  profile: VoiceProfile,
  filterFor: FilterFor | undefined,
  baseHz: number,
  { samples }: FliteSpeech,
  plan: ProsodyPlan,
  layout: Layout,
): Generator<Float32Array> {
  const track = openPitchTrack(samples, FLITE_RATE, baseHz * LOWEST, baseHz * HIGHEST)
  const points = pointsOf(plan, layout)
  const melody = openPitchCurve(points)
  const ownMelody = (source: number): number => {
    const hz = pitchAt(track, source)
    return plan.targets || hz === 0 ? 1 : (hz / baseHz) ** profile.liveliness
  }
  const pitchOf = (seconds: number, source: number): number =>
    profile.f0Hz * semitonesToFactor(melody(seconds)) * ownMelody(source)
  const blocks = overlapAdd(
    {
      readSource: openReader(samples, FLITE_RATE),
      epochs: openEpochs(samples, FLITE_RATE, track),
      pieces: layout.pieces,
      pitchAt: pitchOf,
      formantScale: profile.formantScale,
      rate: SAMPLE_RATE,
    },
    FIRST_BLOCK_SECONDS,
    BLOCK_SECONDS,
  )
  const effectCurve = openPitchCurve(points)
  const effects = openEffects(
    layout.effects,
    (s) => profile.f0Hz * semitonesToFactor(effectCurve(s)),
  )
  const throat = openThroat(profile, filterFor, layout.timings.phones)
  const gain = fromDecibels(profile.gainDecibels)
  const total = lengthOf(layout)
  let done = 0
  for (const block of blocks) {
    effects(block, done)
    throat(block, done)
    limit(block, gain)
    fadeEdges(block, done, total, Math.round(FADE_SECONDS * SAMPLE_RATE))
    done += block.length
    yield block
  }
}

const lengthOf = ({ pieces }: Layout): number =>
  Math.round(pieces.reduce((sum, { seconds }) => sum + seconds, 0) * SAMPLE_RATE)

/** The melody in time: tone targets inside their syllables, or the rise of a kept melody at its end. */
function pointsOf(
  { targets, finalLiftSemitones }: ProsodyPlan,
  { timings }: Layout,
): readonly PitchPoint[] {
  if (targets)
    return eased(
      targets.map(({ syllable, part, semitones }) => {
        const { start, end } = timings.syllables[syllable] ?? { start: 0, end: 0 }
        return { seconds: start + part * (end - start), semitones }
      }),
    )
  const end = timings.words.at(-1)?.end ?? 0
  return [
    { seconds: Math.max(0, end - LIFT_SECONDS), semitones: 0 },
    { seconds: end, semitones: finalLiftSemitones },
  ]
}
