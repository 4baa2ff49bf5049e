import type { VoiceInfo } from '#shared/voices.ts'

/** Midway between the mean pitches of men and women (Peterson & Barney 1952: 132 and 223 Hz, in semitones). */
const HIGHEST_MALE_HZ = 172

/** Whose voice a pitch most likely is, for what needs one of two; nobody is told. */
export function genderOf(f0Hz: number): VoiceInfo['gender'] {
  return f0Hz > HIGHEST_MALE_HZ ? 'female' : 'male'
}
