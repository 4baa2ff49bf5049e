import type { Phone } from '#speech/utterance.ts'
import { phoneOf, soundOfIpa } from './arpabet.ts'

/** IPA letters of English transcriptions to the vowels and the r of General American. */
const AMERICAN: Readonly<Record<string, string>> = {
  r: 'ɹ',
  ɫ: 'l',
  ʍ: 'w',
  e: 'ɛ',
  a: 'æ',
  ɒ: 'ɑ',
  ɐ: 'ʌ',
  ɜ: 'ɝ',
  əʊ: 'oʊ',
}

/**
 * The phone of General American that IPA letters without marks stand for; undefined where English has none.
 * @example `americanPhone('r')?.ipa` is `'ɹ'`.
 */
export function americanPhone(letters: string): Phone | undefined {
  const sound = soundOfIpa(AMERICAN[letters] ?? letters)
  return sound && phoneOf(sound)
}
