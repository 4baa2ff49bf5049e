import type { Syllable } from '#speech/utterance.ts'
import type { YorubaLetter } from './letters.ts'

const ANY_VOWEL = /^[aeẹiịoọuụ]$/
const HAS_NASAL_PARTNER = /^[aẹiịọuụ]$/

/** Place of articulation that a syllabic nasal takes from the consonant after it; velar before all others. */
const LABIAL = /^[bmfpv]$/
const ALVEOLAR = /^(?:[tdsnlɾzʃj]|d͡ʒ|t͡ʃ)$/

/**
 * Whether the n at `at` writes only that the vowel before it is nasal ("ọkùnrin", "pọ́n"), and is no sound of its own:
 * it has no tone, no vowel follows, and the vowel before it is one that has a nasal partner.
 */
export function isVowelNasal(letters: readonly YorubaLetter[], at: number): boolean {
  const nasal = letters[at]
  const before = letters[at - 1]?.letter ?? ''
  if (nasal?.letter !== 'n' || nasal.tone !== undefined) return false
  const next = letters[at + 1]?.letter
  if (next === undefined) return ANY_VOWEL.test(before)
  if (ANY_VOWEL.test(next) || !HAS_NASAL_PARTNER.test(before)) return false
  return !isLoanNasal(letters, at, before, next)
}

/**
 * Vowel, n and consonant where the n is a syllable although its tone is not written. Learned from Wiktionary's
 * pronunciations: words that begin so ("àǹfààní"), and sequences that native roots hardly have, but loans do ("bánkì").
 */
function isLoanNasal(
  letters: readonly YorubaLetter[],
  at: number,
  before: string,
  next: string,
): boolean {
  if (at === 1 && /^[ai]$/.test(before)) return true
  if (before === 'ẹ') return /^[bdst]$/.test(next)
  if (before === 'ọ') return next === 'g'
  if (before !== 'a') return false
  return /^[bkst]$/.test(next) || (next === 'd' && letters[at + 2]?.letter !== 'i')
}

/** Whether the vowel at `at` is nasal: before such an n, or after a nasal consonant that nasalises it. */
export function isNasalised(letters: readonly YorubaLetter[], at: number): boolean {
  return isVowelNasal(letters, at + 1) || (followsNasal(letters, at) && !isLoanVowel(letters, at))
}

/** After m the vowels i, u and ọ are nasal, after n also a but not ọ; so is the second half of a long vowel. */
function followsNasal(letters: readonly YorubaLetter[], at: number): boolean {
  const vowel = letters[at]?.letter
  const isLong = vowel !== undefined && letters[at - 1]?.letter === vowel
  const before = letters[isLong ? at - 2 : at - 1]
  if (vowel === undefined || before === undefined || before.tone !== undefined) return false
  if (before.letter === 'm') return /^[iịuụọ]$/.test(vowel)
  return before.letter === 'n' && /^[iịuụa]$/.test(vowel)
}

/** Vowels of European words stay oral: "-nia" of countries, the vowel added after a long one ("Sípéènì"), "náírà". */
function isLoanVowel(letters: readonly YorubaLetter[], at: number): boolean {
  const [second, first, nasal, vowel, next, last] = [-3, -2, -1, 0, 1, 2].map(
    (offset) => letters[at + offset]?.letter,
  )
  if (vowel === 'a') return next === 'i' && last !== undefined && nasal === 'n'
  if (next === 'a' && last === undefined) return vowel === 'i' && at > 3
  return next === undefined && first === 'e' && second === 'e' && vowel === 'i'
}

/** The syllabic nasal with the place of what follows it: m̩ before b, n̩ before t, else ŋ̩ as Wiktionary writes it. */
export function assimilateNasals(
  syllables: readonly Syllable[],
  following: readonly Syllable[] = [],
): readonly Syllable[] {
  return syllables.map((syllable, index) => {
    if (!isSyllabicNasal(syllable)) return syllable
    const next = (syllables[index + 1] ?? following[0])?.phones[0]?.ipa ?? ''
    const nasal = LABIAL.test(next) ? 'm̩' : ALVEOLAR.test(next) ? 'n̩' : 'ŋ̩'
    return { ...syllable, phones: [{ ipa: nasal }, ...syllable.phones.slice(1)] }
  })
}

function isSyllabicNasal({ phones }: Syllable): boolean {
  return phones[0]?.ipa === 'ŋ̩'
}
