import { type CloningMethod, clamp, expectedFormantScale } from '#speech/cloning/method.ts'
import { rangeShrinkage } from '#speech/cloning/shrink-pitch.ts'
import { BASE_SEGMENTS } from '#speech/engines/flite/base-segments.ts'
import type { FliteVoice } from '#speech/engines/flite/flite.ts'
import { BASE_VOICES, FLITE_ID, type VoiceTraits } from '#speech/engines/flite/profile.ts'
import type { Analysis } from '#speech/recordings/analyse.ts'
import { encodeTraits } from './traits.ts'

/** Distance from the 10th to the 90th percentile of the pitch of each base voice reading English, in semitones. */
const BASE_RANGE: Readonly<Record<FliteVoice, number>> = { slt: 2.4, rms: 5, awb: 4.2 }
/** Widest pitch range in semitones: beyond it a base voice sounds sung. */
const MAX_RANGE = 7
const FLAT_EQUALISER = { low: 0, middle: 0, presence: 0, high: 0, breath: 0 }

/** Voices of recordings over flite's base voices. */
export const FLITE_CLONING: CloningMethod<VoiceTraits> = {
  engine: FLITE_ID,
  segments: BASE_SEGMENTS,
  bases: async (clip, f0Hz) =>
    basesNear(clip.f0Hz).map((base) =>
      plainTraits(base, f0Hz, expectedFormantScale(clip.f0Hz, BASE_VOICES[base].f0Hz)),
    ),
  fitSeconds: 7,
  slowestRate: 0.85,
  withIntonation,
  withBreath: (traits, clip, synthesized) => {
    const breath = breathOf(clip, synthesized, traits.equaliser.breath)
    return { ...traits, equaliser: { ...FLAT_EQUALISER, breath } }
  },
  encode: encodeTraits,
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
    f0Hz,
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
