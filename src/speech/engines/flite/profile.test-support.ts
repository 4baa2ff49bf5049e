import type { LanguageCode } from '#shared/voices.ts'
import type { VoiceProfile, VoiceTraits } from './profile.ts'

/** Somebody who sounds so. */
export function profileOf(traits: VoiceTraits, language: LanguageCode = 'en'): VoiceProfile {
  const info = {
    id: 'x',
    name: 'X',
    gender: 'female',
    language,
    character: '',
    sample: '',
  } as const
  return { ...traits, info }
}
