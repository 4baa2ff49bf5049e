import type { Timing } from '#shared/audio.ts'
import type { CloneWarning } from '#speech/engines/cloner.ts'
import { baseSegmentsOf, segmentNameAt } from '#speech/engines/flite/base-segments.ts'
import type { FliteVoice } from '#speech/engines/flite/flite.ts'
import {
  BASE_VOICES,
  type EstimatedVoice,
  type VoiceTraits,
} from '#speech/engines/flite/profile.ts'
import { type Analysis, analyse, FRAME_SECONDS } from '#speech/recordings/analyse.ts'
import { isNarrow } from '#speech/recordings/bandwidth.ts'
import { musicIn } from '#speech/recordings/music.ts'
import { estimateEnvelope } from './estimate-envelope.ts'
import { matchWords } from './match-words.ts'
import { rangeShrinkage, shrinkPitch } from './shrink-pitch.ts'
import { fitVocalTractLength } from './vocal-tract-length.ts'

/** Synthesized speech and its phones in IPA, in seconds from its start. */
export interface SynthesizedSpeech {
  /** Mono at `SAMPLE_RATE`. */
  readonly samples: Float32Array
  readonly phones: readonly Timing[]
}

/** Speaks the words of the recording with other traits, cut after `seconds`. */
export type Synthesize = (
  traits: VoiceTraits,
  seconds: number,
  signal: AbortSignal,
) => Promise<SynthesizedSpeech>

/** Analysis of synthesized speech, with the base segment of every frame. */
interface AnalysedSpeech extends Analysis {
  readonly names: readonly string[]
}

/** Seconds of speech from which the base voice is chosen, from which the envelope is estimated, and at most used. */
const BASE_FIT_SECONDS = 7
const ENVELOPE_FIT_SECONDS = 12
const MAX_SECONDS = 40

/** Speech level of all voices in dB of full scale: that of John, over the frames with speech. */
const SPEECH_DECIBELS = -19.5
/** Exponent from pitch ratio to formant ratio: 15 % for the 70 % between men and women (Peterson & Barney 1952). */
const FORMANT_EXPONENT = 0.26
/**
 * Highest plausible rate relative to the base voices: with right transcripts, 24 recordings in English and Yoruba lie
 * between 0.45 and 1.14; where only half of the sentence is said, near 2.
 */
const MAX_PACE = 1.5
/** Rounds of envelope estimation: bands and segments overlap, and the second round corrects the rest of the first. */
const ROUNDS = 2
/** Distance from the 10th to the 90th percentile of the pitch of each base voice reading English, in semitones. */
const BASE_RANGE: Readonly<Record<FliteVoice, number>> = { slt: 2.4, rms: 5, awb: 4.2 }
/** Widest pitch range in semitones: beyond it a base voice sounds sung. */
const MAX_RANGE = 7
const FLAT_EQUALISER = { low: 0, middle: 0, presence: 0, high: 0, breath: 0 }

type SynthesizeAndAnalyse = (traits: VoiceTraits, seconds: number) => Promise<AnalysedSpeech>

/**
 * Estimates the traits of a recording's speaker by analysis-by-synthesis: the base voices speak its words, are measured
 * as the recording was, and the differences become the traits. Base voice and vocal tract length: the best fit of the
 * warped long-term spectra (Lee & Rose 1998). Spectral envelope: by segment where the words are found in the recording,
 * one for all segments where they are not. Pitch and its range, rate and breath likewise. Pitch, range and envelope are
 * shrunk towards their priors, the more the shorter the recording is; the vocal tract length is not, since its error is
 * as large in 8 s as in 2 and its prior already limits it. Throws what `synthesize` throws.
 */
export async function estimateVoice(
  clip: Analysis,
  synthesize: Synthesize,
  signal: AbortSignal,
): Promise<EstimatedVoice> {
  const synthesizeAndAnalyse: SynthesizeAndAnalyse = async (traits, seconds) => {
    const { samples, phones } = await synthesize(traits, seconds, signal)
    const sounds = baseSegmentsOf(phones)
    const analysis = await analyse(samples, signal, traits.f0Hz)
    const names = analysis.frames.map((_, i) => segmentNameAt(sounds, i * FRAME_SECONDS))
    return { ...analysis, names }
  }
  const initial = await bestBase(clip, synthesizeAndAnalyse)
  const initialSpeech = await synthesizeAndAnalyse(initial, MAX_SECONDS)
  const { frames, confidence, hasMissingWords } = await matchWords(clip, initialSpeech, signal)
  const names = Array.from(frames, (frame) => initialSpeech.names[frame] ?? '')
  const pace = initialSpeech.speechSeconds / clip.speechSeconds
  const hasExtraWords = confidence > 0 && pace > MAX_PACE
  const isTelephone = isNarrow(clip.frames, clip.isSpeech)
  let traits = withIntonation(initial, clip, initialSpeech)
  let synthesized = initialSpeech
  for (let round = 0; round < ROUNDS; round++) {
    const spectralEnvelope = estimateEnvelope(
      { ...clip, names },
      synthesized,
      confidence,
      traits.spectralEnvelope,
      isTelephone,
    )
    const breath = breathOf(clip, synthesized, traits.equaliser.breath)
    traits = { ...traits, spectralEnvelope, equaliser: { ...FLAT_EQUALISER, breath } }
    synthesized = await synthesizeAndAnalyse(traits, ENVELOPE_FIT_SECONDS)
  }
  const gainDecibels = traits.gainDecibels + SPEECH_DECIBELS - synthesized.speechDecibels
  return {
    traits: {
      ...traits,
      gainDecibels: clamp(gainDecibels, -24, 24),
      // The duration of other words says nothing about the rate.
      rate: confidence === 0 || hasMissingWords || hasExtraWords ? 1 : clamp(pace, 0.85, 1.2),
    },
    warnings: warningsOf(clip, { confidence, hasMissingWords, hasExtraWords }, isTelephone),
  }
}

/** Agreement of a transcript with the words of the recording. */
interface Agreement {
  readonly confidence: number
  /** The recording has words that the transcript lacks. */
  readonly hasMissingWords: boolean
  /** The transcript has words that the recording lacks. */
  readonly hasExtraWords: boolean
}

function warningsOf(
  clip: Analysis,
  { confidence, hasMissingWords, hasExtraWords }: Agreement,
  isTelephone: boolean,
): readonly CloneWarning[] {
  const warnings: CloneWarning[] = []
  if (confidence === 0) warnings.push('words')
  // Where the base voice rushes through words that the recording lacks, spoken words may look missing too.
  if (hasExtraWords) warnings.push('extra-words')
  else if (hasMissingWords) warnings.push('missing-words')
  if (clip.hasTwoSpeakers) warnings.push('speakers')
  if (musicIn(clip.standing) !== 'none') warnings.push('music')
  if (isTelephone) warnings.push('telephone')
  return warnings
}

async function bestBase(
  clip: Analysis,
  synthesizeAndAnalyse: SynthesizeAndAnalyse,
): Promise<VoiceTraits> {
  const target = { mean: clip.voicedSpectrum, variation: clip.voicedMovement }
  let best: { readonly traits: VoiceTraits; readonly distance: number } | undefined
  for (const base of basesNear(clip.f0Hz)) {
    const expected = (clip.f0Hz / BASE_VOICES[base].f0Hz) ** FORMANT_EXPONENT
    const f0Hz = shrinkPitch(clip.f0Hz, clip.speechSeconds)
    const initial = plainTraits(base, f0Hz, clamp(expected, 0.85, 1.2))
    const synthesized = await synthesizeAndAnalyse(initial, BASE_FIT_SECONDS)
    const own = { mean: synthesized.voicedSpectrum, variation: synthesized.voicedMovement }
    const fit = fitVocalTractLength(own, target, 1)
    if (best && best.distance <= fit.distance) continue
    const formantScale = clamp(initial.formantScale * fit.scale, 0.8, 1.32)
    best = { traits: { ...initial, formantScale }, distance: fit.distance }
  }
  if (!best) throw new Error('there is no base voice')
  return best.traits
}

/**
 * Base voices to try for a median pitch. Male bases raised to a woman's register fit as well, but are hard to
 * understand: a recogniser gets 43 % of words wrong, against 24 % with the female base.
 */
function basesNear(hz: number): readonly FliteVoice[] {
  if (hz < 135) return ['rms', 'awb']
  return hz < 190 ? ['slt', 'rms', 'awb'] : ['slt']
}

function plainTraits(base: FliteVoice, f0Hz: number, formantScale: number): VoiceTraits {
  return {
    base,
    f0Hz: clamp(f0Hz, 60, 400),
    rangeSemitones: 6,
    pitchVariance: 1,
    formantScale,
    equaliser: FLAT_EQUALISER,
    rate: 1,
    hasNigerianAccent: false,
    gainDecibels: -6,
  }
}

/**
 * Takes back half of the effect that the words may have on the median pitch; sets the range relative to the base's own.
 */
function withIntonation(traits: VoiceTraits, clip: Analysis, synthesized: Analysis): VoiceTraits {
  const pitch = synthesized.f0Hz > 0 ? Math.sqrt(traits.f0Hz / synthesized.f0Hz) : 1
  const range = clip.rangeSemitones / BASE_RANGE[traits.base]
  return {
    ...traits,
    f0Hz: clamp(traits.f0Hz * clamp(pitch, 0.95, 1.05), 60, 400),
    pitchVariance: clamp(
      range ** rangeShrinkage(clip.speechSeconds),
      0.6,
      MAX_RANGE / BASE_RANGE[traits.base],
    ),
    rangeSemitones: clamp(clip.rangeSemitones * 0.6, 3.5, 8),
  }
}

/** Breath from the noise between harmonics that the base lacks, where the recording is quiet enough in its pauses. */
function breathOf(clip: Analysis, synthesized: Analysis, current: number): number {
  const signalToNoise = clip.speechDecibels - clip.noiseDecibels
  if (signalToNoise < 20) return current
  return clamp(current + (synthesized.harmonicsDecibels - clip.harmonicsDecibels - 2) / 40, 0, 0.4)
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value))
