import type { VoiceInfo } from '#shared/voices.ts'

/** Midway between the mean pitches of men and women (Peterson & Barney 1952: 132 and 223 Hz, in semitones). */
const HIGHEST_MALE_HZ = 172

/** The more likely gender for a median pitch, for interfaces that need one of two; it is shown to nobody. */
export function genderOf(f0Hz: number): VoiceInfo['gender'] {
  return f0Hz > HIGHEST_MALE_HZ ? 'female' : 'male'
}
