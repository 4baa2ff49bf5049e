import type { VoiceInfo } from '#shared/voices.ts'
import type { CloneWarning } from '#speech/engines/cloner.ts'
import type { Colour } from './colour.ts'
import type { FliteVoice } from './flite.ts'
import type { Timbre } from './timbre.ts'

/** The engine's id in libraries and between processes. */
export const FLITE_ID = 'flite'

/** Everything that makes one person of a base voice. A custom voice is a profile too, estimated from a recording. */
export interface VoiceProfile {
  readonly info: VoiceInfo
  readonly base: FliteVoice
  /** Median of the fundamental frequency. */
  readonly f0Hz: number
  /** Distance of the high tone from the low one in tone languages. */
  readonly rangeSemitones: number
  /** Exponent on the base's own melody in English: 1 keeps it, less flattens it. */
  readonly liveliness: number
  /** Factor on all formants: above 1 a shorter vocal tract. */
  readonly formantScale: number
  readonly colour: Colour
  /** Sound by sound, where a recording was measured. */
  readonly timbre?: Timbre
  /** 1 is an even pace. */
  readonly rate: number
  readonly hasNigerianAccent: boolean
  /** Brings the voice to the loudness of all others. */
  readonly gainDecibels: number
}

/** How somebody sounds, whoever it is. */
export type VoiceTraits = Omit<VoiceProfile, 'info'>

/** How the speaker of a recording sounds, and what may keep it from being as near as it could be. */
export interface EstimatedVoice {
  readonly traits: VoiceTraits
  readonly warnings: readonly CloneWarning[]
}

/** Accents of a voice as BCP 47 tags. */
export function dialectsOf({ hasNigerianAccent }: VoiceTraits): readonly string[] {
  return hasNigerianAccent ? ['en-NG'] : []
}

/** The recorded speakers: their own median pitch, and whether flite can shift it (it cannot for rms). */
export const BASES: Readonly<
  Record<FliteVoice, { readonly f0Hz: number; readonly canShift: boolean }>
> = {
  slt: { f0Hz: 171, canShift: true },
  rms: { f0Hz: 103, canShift: false },
  awb: { f0Hz: 131, canShift: true },
}
