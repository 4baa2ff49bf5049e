import type { Tone } from '#speech/utterance.ts'

const TONES: Readonly<Record<string, Tone>> = {
  '\u0300': 'L',
  '\u0301': 'H',
  '\u0302': 'HL',
  '\u030c': 'LH',
}
const VOWEL = /^[aeiou]/

/**
 * The tones of a word's syllables in IPA with spaces between the phones, as WikiPron has Hausa: on a diphthong the first
 * vowel carries the mark. None where a vowel has no mark.
 */
export function tonesOfIpa(ipa: string): readonly Tone[] {
  const phones = ipa.split(' ').map((phone) => phone.normalize('NFD'))
  const nuclei = phones.filter(
    (phone, at) => VOWEL.test(phone) && !VOWEL.test(phones[at - 1] ?? ''),
  )
  const tones = nuclei.flatMap((phone) =>
    [...phone].flatMap((mark) => TONES[mark] ?? []).slice(0, 1),
  )
  return tones.length === nuclei.length ? tones : []
}

/** How many of the syllables of `expected` have their tone in `found`; none where the words differ in syllables. */
export function rightTones(expected: readonly Tone[], found: readonly Tone[]): number {
  if (expected.length !== found.length) return 0
  return expected.filter((tone, at) => tone === found[at]).length
}
