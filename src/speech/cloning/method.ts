import type { Analysis } from '#speech/recordings/analyse.ts'
import type { SpectralEnvelope } from './envelope-filter.ts'
import type { SegmentTable } from './phone-segments.ts'

/** Traits that a voice of a recording has with every engine. */
export interface RecordedTraits {
  /** Median of the fundamental frequency in Hz. */
  readonly f0Hz: number
  /** Factor on all formants: above 1 a shorter vocal tract. */
  readonly formantScale: number
  /** Spectral envelope by segment, where it was measured in a recording. */
  readonly spectralEnvelope?: SpectralEnvelope
  /** Speaking rate: 1 is average, 1.1 a tenth faster. */
  readonly rate: number
  /** Gain that brings the voice to the loudness of all others. */
  readonly gainDecibels: number
}

/** How far a voice without an envelope is from a recording's speaker. */
export interface FittedTraits<Traits> {
  readonly traits: Traits
  /** In dB. */
  readonly distance: number
}

/** The part of cloning that each engine does in its own way. */
export interface CloningMethod<Traits extends RecordedTraits> {
  /** Id of the engine that speaks with the traits. */
  readonly engine: string
  readonly segments: SegmentTable
  /** Plain traits to begin with, one for each base voice that may suit the recording. `f0Hz`: the pitch of the new voice. */
  bases(clip: Analysis, f0Hz: number): Promise<readonly Traits[]>
  /**
   * What to choose among once the bases have been heard: mixtures of them, or bases as they were fitted. `fitted`: the
   * nearest base first. Left out: the bases themselves.
   */
  mixtures?(fitted: readonly FittedTraits<Traits>[]): Promise<readonly Traits[]>
  /** Seconds of speech by which bases are compared. */
  readonly fitSeconds: number
  /** Slowest rate of a new voice. */
  readonly slowestRate: number
  /** The traits with pitch and range of the recording. `synthesized`: how `traits` speak the same words. */
  withIntonation(traits: Traits, clip: Analysis, synthesized: Analysis): Traits
  /** The traits with the noise of the recording's voice, its breath. `synthesized`: how `traits` speak the same words. */
  withBreath(traits: Traits, clip: Analysis, synthesized: Analysis): Traits
  /** Traits as they are stored. Throws an Error where one lies outside of what is stored. */
  encode(traits: Traits): unknown
}

/** Exponent from pitch ratio to formant ratio: 15 % for the 70 % between men and women (Peterson & Barney 1952). */
const FORMANT_EXPONENT = 0.26

/** The formant scale to expect of a speaker over a base voice, by their pitches. */
export function expectedFormantScale(f0Hz: number, baseHz: number): number {
  return clamp((f0Hz / baseHz) ** FORMANT_EXPONENT, 0.85, 1.2)
}

/** A value, or the limit that it exceeds. */
export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value))
