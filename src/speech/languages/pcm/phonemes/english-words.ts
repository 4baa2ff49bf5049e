import { nigerianAccent } from '#speech/languages/en/phonemes/nigerian-accent.ts'
import type { Phone, Syllable } from '#speech/utterance.ts'

const AFFRICATES: Readonly<Record<string, string>> = { tʃ: 't͡ʃ', dʒ: 'd͡ʒ' }

/** An English word in Pidgin: Nigerian vowels, the last of two consonants lost, high tone on the stressed syllable. */
export function pidginOfEnglish(text: string, english: readonly Syllable[]): readonly Syllable[] {
  const [word] = nigerianAccent([{ text, language: 'en', syllables: english, breakAfter: false }])
  const syllables = word?.syllables ?? []
  const strong = syllables.findIndex(({ stress }) => stress === 1)
  return syllables.map(({ phones }, index): Syllable => {
    const kept = index === syllables.length - 1 ? withoutLastStop(phones) : phones
    return {
      phones: kept.map(({ ipa }) => ({ ipa: AFFRICATES[ipa] ?? ipa })),
      stress: 0,
      tone: index === strong ? 'H' : 'L',
    }
  })
}

/** "hand" is han, "world" wɔl. */
function withoutLastStop(phones: readonly Phone[]): readonly Phone[] {
  const isNasalOrLateral = /^[nl]$/.test(phones.at(-2)?.ipa ?? '')
  return phones.at(-1)?.ipa === 'd' && isNasalOrLateral ? phones.slice(0, -1) : phones
}
