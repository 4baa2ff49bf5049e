import type { Phone, Syllable } from '#speech/utterance.ts'

/** Nigerian pronunciation of English vowels; two vowels are two syllables, as in "fáìlì". */
const VOWELS: Readonly<Record<string, readonly string[]>> = {
  ɑ: ['a'],
  æ: ['a'],
  ʌ: ['ɔ'],
  ə: ['a'],
  ɔ: ['ɔ'],
  aʊ: ['a', 'u'],
  aɪ: ['a', 'i'],
  ɛ: ['ɛ'],
  ɝ: ['ɔ'],
  ɚ: ['a'],
  eɪ: ['e'],
  ɪ: ['i'],
  i: ['i'],
  oʊ: ['o'],
  ɔɪ: ['ɔ', 'i'],
  ʊ: ['u'],
  u: ['u'],
}

const CONSONANTS: Readonly<Record<string, string>> = {
  tʃ: 't͡ʃ',
  dʒ: 'd͡ʒ',
  ɹ: 'ɾ',
  θ: 't',
  ð: 'd',
  ʒ: 'ʃ',
}

/**
 * An English word inside Yoruba, said by a Nigerian: Yoruba's vowels, no r before a consonant, and the tones of loans:
 * high where English has its main stress, low elsewhere. Consonants at the end stay, as bilingual speakers say them.
 */
export function inYoruba(word: string, english: readonly Syllable[]): readonly Syllable[] {
  const only = english.length === 1
  return english.flatMap((syllable) => {
    const isHigh = syllable.stress === 1 || (only && word.length > 3)
    return adapted(word, syllable.phones, isHigh ? 'H' : 'L')
  })
}

function adapted(word: string, phones: readonly Phone[], tone: 'H' | 'L'): readonly Syllable[] {
  const at = phones.findIndex(({ ipa }) => Object.hasOwn(VOWELS, ipa))
  const [first = '', second] = vowelsOf(word, phones[at]?.ipa ?? '')
  const onset = consonants(at < 0 ? phones : phones.slice(0, at))
  const coda = consonants(at < 0 ? [] : phones.slice(at + 1).filter(({ ipa }) => ipa !== 'ɹ'))
  const vowel = first === '' ? [] : [{ ipa: first }]
  if (second === undefined) return [{ phones: [...onset, ...vowel, ...coda], stress: 0, tone }]
  return [
    { phones: [...onset, ...vowel], stress: 0, tone },
    { phones: [{ ipa: second }, ...coda], stress: 0, tone: 'L' },
  ]
}

/** General American has one vowel in "lot" and "father"; Nigerians follow the spelling. */
function vowelsOf(word: string, ipa: string): readonly string[] {
  if (ipa === 'ɑ' && word.includes('o') && !word.includes('a')) return ['ɔ']
  return VOWELS[ipa] ?? []
}

function consonants(phones: readonly Phone[]): readonly Phone[] {
  return phones.map(({ ipa }) => ({ ipa: CONSONANTS[ipa] ?? ipa }))
}
