import type { VoiceInfo } from '#shared/voices.ts'
import type { SpectralEnvelope } from '#speech/cloning/envelope-filter.ts'
import type { Equaliser } from './equaliser.ts'
import type { FliteVoice } from './flite.ts'

/** The engine's id in libraries and between processes. */
export const FLITE_ID = 'flite'

/**
 * Parameters of a voice over one of flite's base voices. A custom voice is a profile too, estimated from a recording.
 */
export interface VoiceProfile {
  readonly info: VoiceInfo
  readonly base: FliteVoice
  /** Median of the fundamental frequency in Hz. */
  readonly f0Hz: number
  /** Distance of the high tone from the low one in tone languages. */
  readonly rangeSemitones: number
  /** Exponent on the pitch variation of the base's intonation in English: 1 keeps it, less flattens it. */
  readonly pitchVariance: number
  /** Factor on all formants: above 1 a shorter vocal tract. */
  readonly formantScale: number
  readonly equaliser: Equaliser
  /** Spectral envelope by segment, where it was measured in a recording. */
  readonly spectralEnvelope?: SpectralEnvelope
  /** Speaking rate: 1 is average, 1.1 a tenth faster. */
  readonly rate: number
  readonly hasNigerianAccent: boolean
  /** Gain that brings the voice to the loudness of all others. */
  readonly gainDecibels: number
}

/** Traits of a voice without its identity. clone/traits.ts says under which keys libraries store them. */
export type VoiceTraits = Omit<VoiceProfile, 'info'>

/** Accents of a voice as BCP 47 tags. */
export function dialectsOf({ hasNigerianAccent }: VoiceTraits): readonly string[] {
  return hasNigerianAccent ? ['en-NG'] : []
}

/** Base voices: their own median pitch, and whether flite can shift it (it cannot for rms). */
export const BASE_VOICES: Readonly<
  Record<FliteVoice, { readonly f0Hz: number; readonly canShift: boolean }>
> = {
  slt: { f0Hz: 171, canShift: true },
  rms: { f0Hz: 103, canShift: false },
  awb: { f0Hz: 131, canShift: true },
}
