import type { VoiceInfo } from '#shared/voices.ts'
import type { FliteVoice } from './flite.ts'

/** What makes one speaker of a base voice: its pitch, its pace and the level that puts all voices at one loudness. */
export interface VoiceProfile {
  readonly info: VoiceInfo
  readonly base: FliteVoice
  /** Factor on the base's fundamental frequency (medians of the bases: slt 171, awb 131, rms 102 Hz). */
  readonly f0Shift: number
  /** 1 is the base's own tempo. */
  readonly rate: number
}

function english(
  name: string,
  gender: VoiceInfo['gender'],
  character: string,
  base: FliteVoice,
  f0Shift: number,
  rate: number,
): VoiceProfile {
  const info = { id: name.toLowerCase(), name, gender, language: 'en', character } as const
  return { info, base, f0Shift, rate }
}

/** The English people, in the order in which the API lists them. */
export const ENGLISH_VOICES: readonly VoiceProfile[] = [
  english('John', 'male', 'Steady and low, a newsreader', 'rms', 1, 1.06),
  english('Lucy', 'female', 'Clear and even, a teacher', 'slt', 1.06, 1),
  english('Lina', 'female', 'Bright and quick, a presenter', 'slt', 1.18, 1.05),
  english('Jude', 'male', 'Light and lively, a guide', 'awb', 1, 1),
  english('Henry', 'male', 'Deep and unhurried, a storyteller', 'rms', 0.86, 0.98),
  english('Kani', 'female', 'Calm and warm, a narrator', 'slt', 0.97, 0.95),
  english('Kingsley', 'male', 'Firm and measured, an announcer', 'awb', 0.84, 0.96),
  english('Remi', 'female', 'High and cheerful, a young host', 'slt', 1.32, 1.02),
]
