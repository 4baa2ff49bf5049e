import type { Timing } from '#shared/audio.ts'
import type { CloneWarning } from '#speech/engines/cloner.ts'
import { type Analysis, analyse, FRAME_SECONDS } from '#speech/recordings/analyse.ts'
import { isNarrow } from '#speech/recordings/bandwidth.ts'
import { VOICE_DECIBELS } from '#speech/recordings/levels.ts'
import { musicIn } from '#speech/recordings/music.ts'
import { estimateEnvelope, levelledEnvelope } from './estimate-envelope.ts'
import { matchWords, type WordMatch } from './match-words.ts'
import { type CloningMethod, clamp, type FittedTraits, type RecordedTraits } from './method.ts'
import { segmentNameAt } from './phone-segments.ts'
import { shrinkPitch } from './shrink-pitch.ts'
import type { TranscriptFit } from './transcript-fit.ts'
import { fitVocalTractLength } from './vocal-tract-length.ts'

/** Traits estimated from a recording, and what may keep them from being closer. */
export interface EstimatedVoice<Traits> {
  readonly traits: Traits
  readonly warnings: readonly CloneWarning[]
}

/** Synthesized speech and its phones in IPA, in seconds from its start. */
export interface SynthesizedSpeech {
  /** Mono at `SAMPLE_RATE`. */
  readonly samples: Float32Array
  readonly phones: readonly Timing[]
}

/** Speaks the words of the recording with other traits, cut after `seconds`. */
export type Synthesize<Traits> = (
  traits: Traits,
  seconds: number,
  signal: AbortSignal,
) => Promise<SynthesizedSpeech>

/** The words of a recording. */
export interface Words<Traits> {
  readonly synthesize: Synthesize<Traits>
  /** Whether they are those of the recording, as a recogniser hears it; left out, the alignment with speech tells. */
  readonly fit?: TranscriptFit | undefined
}

/** Analysis of synthesized speech, with the segment of every frame. */
interface AnalysedSpeech extends Analysis {
  readonly names: readonly string[]
}

/** Seconds of speech from which the envelope is estimated, and at most used. */
const ENVELOPE_FIT_SECONDS = 12
const MAX_SECONDS = 40

/**
 * Highest plausible rate relative to the base voices: with right transcripts, 24 recordings in English and Yoruba lie
 * between 0.45 and 1.14; where only half of the sentence is said, near 2.
 */
const MAX_PACE = 1.5
/** Fastest rate of a new voice. */
const FASTEST_RATE = 1.2
/** Rounds of envelope estimation: bands and segments overlap, and the second round corrects the rest of the first. Then the whole is levelled once. */
const ROUNDS = 2
/** Confidence in words that a recogniser hears. */
const LEAST_CONFIDENCE = 0.5

type SynthesizeAndAnalyse<Traits> = (traits: Traits, seconds: number) => Promise<AnalysedSpeech>

/**
 * Estimates the traits of a recording's speaker by analysis-by-synthesis: the base voices speak its words, are measured
 * as the recording was, and the differences become the traits. Base voice and vocal tract length: the best fit of the
 * warped long-term spectra (Lee & Rose 1998). Spectral envelope: by segment where the words are found in the recording,
 * one for all segments where they are not. Pitch and its range, rate and breath likewise. Pitch, range and envelope are
 * shrunk towards their priors, the more the shorter the recording is; the vocal tract length is not, since its error is
 * as large in 8 s as in 2 and its prior already limits it. Throws what `synthesize` throws.
 */
export async function estimateVoice<Traits extends RecordedTraits>(
  clip: Analysis,
  method: CloningMethod<Traits>,
  { synthesize, fit }: Words<Traits>,
  signal: AbortSignal,
): Promise<EstimatedVoice<Traits>> {
  const { segments } = method
  const synthesizeAndAnalyse: SynthesizeAndAnalyse<Traits> = async (traits, seconds) => {
    const { samples, phones } = await synthesize(traits, seconds, signal)
    const sounds = segments.segmentsOf(phones)
    const analysis = await analyse(samples, signal, traits.f0Hz)
    const names = analysis.frames.map((_, i) => segmentNameAt(sounds, i * FRAME_SECONDS))
    return { ...analysis, names }
  }
  const initial = await nearestVoice(clip, method, synthesizeAndAnalyse)
  const initialSpeech = await synthesizeAndAnalyse(initial, MAX_SECONDS)
  const match = await matchWords(clip, initialSpeech, signal)
  const { hasMissingWords } = match
  const confidence = confidenceOf(match, fit)
  const names = Array.from(match.frames, (frame) => initialSpeech.names[frame] ?? '')
  const pace = initialSpeech.speechSeconds / clip.speechSeconds
  const hasExtraWords = confidence > 0 && pace > MAX_PACE
  const isTelephone = isNarrow(clip.frames, clip.isSpeech)
  let traits = method.withIntonation(initial, clip, initialSpeech)
  let synthesized = initialSpeech
  for (let round = 0; round < ROUNDS; round++) {
    const before = traits.spectralEnvelope
    const conditions = { segments, confidence, before, isTelephone }
    const spectralEnvelope = estimateEnvelope({ ...clip, names }, synthesized, conditions)
    traits = { ...method.withBreath(traits, clip, synthesized), spectralEnvelope }
    synthesized = await synthesizeAndAnalyse(traits, ENVELOPE_FIT_SECONDS)
  }
  if (traits.spectralEnvelope) {
    const heard = { ...clip, names }
    const spectralEnvelope = levelledEnvelope(
      traits.spectralEnvelope,
      heard,
      synthesized,
      isTelephone,
    )
    traits = { ...traits, spectralEnvelope }
    synthesized = await synthesizeAndAnalyse(traits, ENVELOPE_FIT_SECONDS)
  }
  const gainDecibels = traits.gainDecibels + VOICE_DECIBELS - synthesized.speechDecibels
  return {
    traits: {
      ...traits,
      gainDecibels: clamp(gainDecibels, -24, 24),
      // The duration of other words says nothing about the rate.
      rate:
        confidence === 0 || hasMissingWords || hasExtraWords
          ? initial.rate
          : clamp(initial.rate * pace, method.slowestRate, FASTEST_RATE),
    },
    warnings: warningsOf(clip, { confidence, hasMissingWords, hasExtraWords, fit }, isTelephone),
  }
}

/** Agreement of a transcript with the words of the recording. */
interface Agreement {
  readonly confidence: number
  /** The recording has words that the transcript lacks. */
  readonly hasMissingWords: boolean
  /** The transcript has words that the recording lacks. */
  readonly hasExtraWords: boolean
  readonly fit: TranscriptFit | undefined
}

/** That the words are those of the recording: none where a recogniser hears others everywhere, and some where it hears them. */
function confidenceOf({ confidence }: WordMatch, fit: TranscriptFit | undefined): number {
  if (!fit) return confidence
  if (fit.misfit <= 0) return Math.max(LEAST_CONFIDENCE, confidence)
  return fit.place === undefined ? 0 : confidence
}

function warningsOf(
  clip: Analysis,
  { confidence, hasMissingWords, hasExtraWords, fit }: Agreement,
  isTelephone: boolean,
): readonly CloneWarning[] {
  const warnings: CloneWarning[] = []
  if (confidence === 0) warnings.push('words')
  // Where the base voice rushes through words that the recording lacks, spoken words may look missing too.
  if (hasExtraWords) warnings.push('extra-words')
  else if (hasMissingWords) warnings.push('missing-words')
  // Without the upper bands, s and f sound alike: a part is doubted too soon.
  else if (confidence > 0 && fit && fit.misfit > 0 && !isTelephone) warnings.push('some-words')
  if (clip.hasTwoSpeakers) warnings.push('speakers')
  if (musicIn(clip.standing) !== 'none') warnings.push('music')
  if (isTelephone) warnings.push('telephone')
  return warnings
}

/** The base voice, or the mixture of base voices, that is nearest to the recording's speaker. */
async function nearestVoice<Traits extends RecordedTraits>(
  clip: Analysis,
  method: CloningMethod<Traits>,
  synthesizeAndAnalyse: SynthesizeAndAnalyse<Traits>,
): Promise<Traits> {
  const target = { mean: clip.voicedSpectrum, variation: clip.voicedMovement }
  const known = new Map<Traits, FittedTraits<Traits>>()
  const heard = async (initial: Traits): Promise<FittedTraits<Traits>> => {
    const before = known.get(initial)
    if (before) return before
    const synthesized = await synthesizeAndAnalyse(initial, method.fitSeconds)
    const own = { mean: synthesized.voicedSpectrum, variation: synthesized.voicedMovement }
    const { scale, distance } = fitVocalTractLength(own, target, 1)
    const formantScale = clamp(initial.formantScale * scale, 0.8, 1.32)
    const fitted = { traits: { ...initial, formantScale }, distance }
    known.set(fitted.traits, fitted)
    return fitted
  }
  const f0Hz = clamp(shrinkPitch(clip.f0Hz, clip.speechSeconds), 60, 400)
  const allHeard = async (voices: readonly Traits[]): Promise<FittedTraits<Traits>[]> => {
    const fitted: FittedTraits<Traits>[] = []
    for (const traits of voices) fitted.push(await heard(traits))
    return fitted.sort((one, other) => one.distance - other.distance)
  }
  const bases = await allHeard(await method.bases(clip, f0Hz))
  const [nearest] = method.mixtures ? await allHeard(await method.mixtures(bases)) : bases
  if (!nearest) throw new Error('there is no base voice')
  return nearest.traits
}
