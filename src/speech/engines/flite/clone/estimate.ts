import type { Timing } from '#shared/audio.ts'
import type { CloneWarning } from '#speech/engines/cloner.ts'
import type { FliteVoice } from '#speech/engines/flite/flite.ts'
import { BASES, type EstimatedVoice, type VoiceTraits } from '#speech/engines/flite/profile.ts'
import { nameAt, soundsOf } from '#speech/engines/flite/sounds.ts'
import { type Analysis, analyse, FRAME_SECONDS } from '#speech/recordings/analyse.ts'
import { isNarrow } from '#speech/recordings/bandwidth.ts'
import { musicIn } from '#speech/recordings/music.ts'
import { likelyPitch, shareOfRange } from './estimate-melody.ts'
import { matchWords } from './match-words.ts'
import { timbreNearer } from './timbre-difference.ts'
import { fitWarping } from './warping.ts'

/** Speech and its phones in IPA, in seconds from its start. */
export interface Said {
  /** Mono at `SAMPLE_RATE`. */
  readonly samples: Float32Array
  readonly phones: readonly Timing[]
}

/** The words of a recording, spoken with other traits and cut after `seconds`. */
export type Say = (traits: VoiceTraits, seconds: number, signal: AbortSignal) => Promise<Said>

/** What was heard, and the sound of each frame. */
interface Heard extends Analysis {
  readonly names: readonly string[]
}

/** As much of the words as tells which base is near, how a voice sounds, and all that a recording can hold. */
const GLIMPSE_SECONDS = 7
const ENOUGH_SECONDS = 12
const WHOLE_SECONDS = 40

/** The level at which all voices speak, in dB of full scale: that of John, over the frames with speech. */
const SPEECH_DECIBELS = -19.5
/** Formants rise with the pitch from voice to voice: 15 % for the 70 % from men to women (Peterson & Barney 1952). */
const SCALE_BY_PITCH = 0.26
/**
 * Nobody reads so much faster than the bases: right transcripts take them 0.45 to 1.14 of the time of 24 recordings in
 * English and Yoruba; where half of a sentence is said, about twice.
 */
const MOST_PACE = 1.5
/** Neighbouring bands and sounds overlap: what is left after the first round is corrected in the second. */
const ROUNDS = 2
/** From the lowest tenth of the pitch to the highest, in semitones, when a base reads English. */
const BASE_RANGE: Readonly<Record<FliteVoice, number>> = { slt: 2.4, rms: 5, awb: 4.2 }
/** Drawn out further than this, the melody of a base sounds sung. */
const WIDEST_RANGE = 7
const FLAT = { low: 0, middle: 0, presence: 0, high: 0, breath: 0 }

type Hear = (traits: VoiceTraits, seconds: number) => Promise<Heard>

/**
 * How the speaker of a recording sounds, by analysis and synthesis: its words are spoken by the base voices, measured as
 * the recording was, and what differs becomes the traits. Base and vocal tract: the best fit of the warped long-term
 * spectra (Lee & Rose 1998). Timbre: sound by sound where the words are found in the recording, the same for all sounds
 * where they are not. Pitch and its range, pace and breath likewise. What chance may have done to a short recording is
 * taken back from its pitch, its range and its sounds; not from the vocal tract, whose error is as large in 8 s as in 2,
 * and which the cost of unlikely factors holds. Throws what `say` throws.
 */
export async function estimateVoice(
  clip: Analysis,
  say: Say,
  signal: AbortSignal,
): Promise<EstimatedVoice> {
  const hear: Hear = async (traits, seconds) => {
    const { samples, phones } = await say(traits, seconds, signal)
    const sounds = soundsOf(phones)
    const analysis = await analyse(samples, signal, traits.f0Hz)
    const names = analysis.frames.map((_, i) => nameAt(sounds, i * FRAME_SECONDS))
    return { ...analysis, names }
  }
  const plain = await bestBase(clip, hear)
  const plainly = await hear(plain, WHOLE_SECONDS)
  const { frames, trust, misses } = await matchWords(clip, plainly, signal)
  const names = Array.from(frames, (frame) => plainly.names[frame] ?? '')
  const pace = plainly.speechSeconds / clip.speechSeconds
  const adds = trust > 0 && pace > MOST_PACE
  const isTelephone = isNarrow(clip.frames, clip.isSpeech)
  let traits = withMelody(plain, clip, plainly)
  let heard = plainly
  for (let round = 0; round < ROUNDS; round++) {
    const timbre = timbreNearer({ ...clip, names }, heard, trust, traits.timbre, isTelephone)
    const breath = breathOf(clip, heard, traits.colour.breath)
    traits = { ...traits, timbre, colour: { ...FLAT, breath } }
    heard = await hear(traits, ENOUGH_SECONDS)
  }
  const gainDecibels = traits.gainDecibels + SPEECH_DECIBELS - heard.speechDecibels
  return {
    traits: {
      ...traits,
      gainDecibels: within(gainDecibels, -24, 24),
      // Of other words, the length says nothing.
      rate: trust === 0 || misses || adds ? 1 : within(pace, 0.85, 1.2),
    },
    warnings: warningsOf(clip, { trust, misses, adds }, isTelephone),
  }
}

/** How the words of a transcript and those of a recording agree. */
interface Agreement {
  readonly trust: number
  /** More is said than the transcript has, or less. */
  readonly misses: boolean
  readonly adds: boolean
}

function warningsOf(
  clip: Analysis,
  { trust, misses, adds }: Agreement,
  isTelephone: boolean,
): readonly CloneWarning[] {
  const warnings: CloneWarning[] = []
  if (trust === 0) warnings.push('words')
  // A base that hurries through what is not said seems to miss what is said.
  if (adds) warnings.push('extra-words')
  else if (misses) warnings.push('missing-words')
  if (clip.hasTwoSpeakers) warnings.push('speakers')
  if (musicIn(clip.standing) !== 'none') warnings.push('music')
  if (isTelephone) warnings.push('telephone')
  return warnings
}

async function bestBase(clip: Analysis, hear: Hear): Promise<VoiceTraits> {
  const target = { mean: clip.voicedSpectrum, movement: clip.voicedMovement }
  let best: { readonly traits: VoiceTraits; readonly distance: number } | undefined
  for (const base of basesNear(clip.f0Hz)) {
    const expected = (clip.f0Hz / BASES[base].f0Hz) ** SCALE_BY_PITCH
    const f0Hz = likelyPitch(clip.f0Hz, clip.speechSeconds)
    const plain = plainTraits(base, f0Hz, within(expected, 0.85, 1.2))
    const heard = await hear(plain, GLIMPSE_SECONDS)
    const own = { mean: heard.voicedSpectrum, movement: heard.voicedMovement }
    const fit = fitWarping(own, target, 1)
    if (best && best.distance <= fit.distance) continue
    const formantScale = within(plain.formantScale * fit.scale, 0.8, 1.32)
    best = { traits: { ...plain, formantScale }, distance: fit.distance }
  }
  if (!best) throw new Error('there is no base voice')
  return best.traits
}

/**
 * A man's register is tried with both men, the middle with all. Men lifted to a woman's register fit as well and are
 * hard to understand: 43 % of words wrong, against 24 % with the woman.
 */
function basesNear(hz: number): readonly FliteVoice[] {
  if (hz < 135) return ['rms', 'awb']
  return hz < 190 ? ['slt', 'rms', 'awb'] : ['slt']
}

function plainTraits(base: FliteVoice, f0Hz: number, formantScale: number): VoiceTraits {
  return {
    base,
    f0Hz: within(f0Hz, 60, 400),
    rangeSemitones: 6,
    liveliness: 1,
    formantScale,
    colour: FLAT,
    rate: 1,
    hasNigerianAccent: false,
    gainDecibels: -6,
  }
}

/** Pitch: half of what the words themselves may have done to its median is taken back. Range: against the base's own. */
function withMelody(traits: VoiceTraits, clip: Analysis, heard: Analysis): VoiceTraits {
  const pitch = heard.f0Hz > 0 ? Math.sqrt(traits.f0Hz / heard.f0Hz) : 1
  const range = clip.rangeSemitones / BASE_RANGE[traits.base]
  return {
    ...traits,
    f0Hz: within(traits.f0Hz * within(pitch, 0.95, 1.05), 60, 400),
    liveliness: within(
      range ** shareOfRange(clip.speechSeconds),
      0.6,
      WIDEST_RANGE / BASE_RANGE[traits.base],
    ),
    rangeSemitones: within(clip.rangeSemitones * 0.6, 3.5, 8),
  }
}

/** Noise between the harmonics that the base lacks; not that of a recorder, which is there in the pauses too. */
function breathOf(clip: Analysis, heard: Analysis, before: number): number {
  const clear = clip.speechDecibels - clip.noiseDecibels
  if (clear < 20) return before
  return within(before + (heard.harmonicsDecibels - clip.harmonicsDecibels - 2) / 40, 0, 0.4)
}

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value))
