import { broadNigerianAccent } from '#speech/languages/en/phonemes/nigerian-accent.ts'
import { NIGERIAN_LETTER_NAMES } from '#speech/languages/en/phonemes/nigerian-letter-names.ts'
import type { Phone, Syllable } from '#speech/utterance.ts'

/** Igbo has no open e, and no diphthongs: each part is a vowel of its own syllable. */
const PHONES: Readonly<Record<string, readonly string[]>> = {
  ...{ ɛ: ['e'], tʃ: ['t͡ʃ'], dʒ: ['d͡ʒ'], aɪ: ['a', 'i'], aʊ: ['a', 'u'], ɔɪ: ['ɔ', 'i'] },
}
const DIGRAPHS = /(?:ch|gb|gh|gw|kp|kw|nw|ny|sh)/g
const IGBO_MARK = /[ịọụṅ]|[\u0300-\u036f]/

/** Letters and sequences that Igbo does not have: q, x, a lone c, consonants side by side or at the end. */
export function looksForeign(word: string): boolean {
  if (IGBO_MARK.test(word) || IGBO_MARK.test(word.normalize('NFD'))) return false
  const simple = word.replace(DIGRAPHS, 'k').replaceAll("'", '')
  return /[cqx]|[^aeioumn][^aeiou]|[^aeioumn]$|[mn]{3}/.test(simple)
}

/** An English word by Igbo sounds, with a high tone on its stressed syllable and low ones on the others. */
export function igboOfEnglish(text: string, english: readonly Syllable[]): readonly Syllable[] {
  const [word] = broadNigerianAccent([
    { text, language: 'en', syllables: english, breakAfter: false },
  ])
  const syllables = word?.syllables ?? []
  const strong = syllables.findIndex(({ stress }) => stress === 1)
  return syllables.flatMap(({ phones }, index) => withoutDiphthong(phones, index === strong))
}

/** The name of a letter, in English as Igbo speakers spell. */
export function letterName(letter: string): readonly Syllable[] | undefined {
  const name = NIGERIAN_LETTER_NAMES[letter]
  return name?.split(' . ').flatMap((syllable, index) => {
    const phones = syllable.split(' ').map((ipa) => ({ ipa }))
    return withoutDiphthong(phones, index === 0)
  })
}

/** "taɪm" in two syllables, ta and im. */
function withoutDiphthong(phones: readonly Phone[], isStrong: boolean): readonly Syllable[] {
  const at = phones.findIndex(
    ({ ipa }) => (PHONES[ipa]?.length ?? 0) > 1 && !ipa.startsWith('t') && !ipa.startsWith('d'),
  )
  const said = (some: readonly Phone[]): Phone[] =>
    some.map(({ ipa }) => ({ ipa: PHONES[ipa]?.[0] ?? ipa }))
  const tone = isStrong ? 'H' : 'L'
  if (at < 0) return [{ phones: said(phones), stress: 0, tone }]
  const glide = PHONES[phones[at]?.ipa ?? '']?.[1] ?? 'i'
  return [
    { phones: said(phones.slice(0, at + 1)), stress: 0, tone },
    { phones: [{ ipa: glide }, ...said(phones.slice(at + 1))], stress: 0, tone: 'L' },
  ]
}
