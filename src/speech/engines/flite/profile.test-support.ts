import type { LanguageCode } from '#shared/languages/languages.ts'
import { recordedInfo } from '#speech/cloning/listening.test-support.ts'
import type { CustomVoiceRef } from '#speech/speaker.ts'
import { encodeTraits } from './clone/traits.ts'
import { FLITE_ID, type VoiceProfile, type VoiceTraits } from './profile.ts'

/** A profile with these traits. */
export function profileOf(traits: VoiceTraits, language: LanguageCode = 'en'): VoiceProfile {
  return { ...traits, info: recordedInfo(language) }
}

/** The same as a request names it. */
export function customVoice(traits: VoiceTraits, language?: LanguageCode): CustomVoiceRef {
  const { info } = profileOf(traits, language)
  return { engine: FLITE_ID, info, traits: encodeTraits(traits) }
}
