import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { averageSeconds } from '#speech/models/phone-lengths.ts'

/** Factor on the last syllable of a phrase: its vowel and what follows. */
export const FINAL_LENGTHENING = 1.35
/** The same before a break without silence, in addition to what native readers do there. */
export const BREAK_LENGTHENING = 1.15
/** Factor on a short vowel with a contour tone, which takes longer than a level one (Zhang 2002). */
export const CONTOUR_LENGTHENING = 1.3

/**
 * Duration of a phone in a language, in seconds; `ipa` as in `Phone.ipa`.
 * @example `phoneSeconds('aː', 'ha')` is 1.7 times `phoneSeconds('a', 'ha')`.
 */
export function phoneSeconds(ipa: string, language: LanguageCode): number {
  return averageSeconds(ipa) / languageFor(language).tempo
}
