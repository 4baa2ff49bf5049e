import type { Phone } from '#speech/utterance.ts'

/** A phone of English. `ipa`: as `Phone.ipa` writes it. */
export function englishPhone(ipa: string): Phone {
  return { ipa, language: 'en' }
}
