import type { ReadWord } from '#shared/word-reading.ts'
import type { Syllable, Tone, Word } from '#speech/utterance.ts'

const STRESS_MARKS = ['', 'ˈ', 'ˌ'] as const
/** Chao tone letters (IPA, 2020), as `ipaWords` reads them. */
const TONE_LETTERS: Readonly<Record<Tone, string>> = {
  H: '˥',
  M: '˧',
  L: '˩',
  HL: '˥˩',
  LH: '˩˥',
}

/** A word as people are shown how it is read. `others`: other pronunciations of it. */
export function readWord(
  { text, language, syllables, isGivenInPhones }: Word,
  others: readonly Pick<Word, 'syllables'>[] = [],
): ReadWord {
  const ipa = writeIpa(syllables)
  const variants = new Set(others.map((other) => writeIpa(other.syllables)))
  variants.delete(ipa)
  return {
    ...{ text, language, ipa, variants: [...variants] },
    isGivenInPhones: isGivenInPhones === true,
    syllables: syllables.map(({ phones, stress, tone }) => ({
      ipa: phones.map(({ ipa }) => ipa).join(''),
      stress,
      ...(tone === undefined ? {} : { tone }),
    })),
  }
}

/** Syllables so that `ipaWords` makes the same ones of them: divided by stress marks or full stops, tones behind. */
function writeIpa(syllables: readonly Syllable[]): string {
  return syllables
    .map(({ phones, stress, tone }, index) => {
      const start = STRESS_MARKS[stress] || (index === 0 ? '' : '.')
      const sounds = phones.map(({ ipa }) => ipa).join('')
      return start + sounds + (tone === undefined ? '' : TONE_LETTERS[tone])
    })
    .join('')
    .normalize('NFC')
}
