/** The vowels of educated Southern Nigerian English by General American vowel and spelling (Jibril 1982; Gut 2008). */
import type { Phone } from '#speech/utterance.ts'
import { englishPhone } from './english-phone.ts'

/** The seven vowels and the three diphthongs that stay. */
const VOWELS = {
  i: englishPhone('i'),
  e: englishPhone('e'),
  ɛ: englishPhone('ɛ'),
  a: englishPhone('a'),
  ɔ: englishPhone('ɔ'),
  o: englishPhone('o'),
  u: englishPhone('u'),
  ai: englishPhone('aɪ'),
  au: englishPhone('aʊ'),
  ɔi: englishPhone('ɔɪ'),
} as const satisfies Readonly<Record<string, Phone>>

export type NigerianVowel = keyof typeof VOWELS

/** The phone of a vowel. */
export function nigerianVowel(vowel: NigerianVowel): Phone {
  return VOWELS[vowel]
}

/** Vowels that are the same however they are spelled: FACE and GOAT are not diphthongs, KIT is FLEECE, FOOT is GOOSE. */
const ALWAYS: Readonly<Record<string, NigerianVowel>> = {
  æ: 'a',
  ʌ: 'ɔ',
  ɔ: 'ɔ',
  aʊ: 'au',
  aɪ: 'ai',
  ɛ: 'ɛ',
  eɪ: 'e',
  i: 'i',
  oʊ: 'o',
  ɔɪ: 'ɔi',
  ʊ: 'u',
  u: 'u',
}

/** Position of a vowel in its word. */
export interface VowelPlace {
  /** General American, as the English reader writes it. */
  readonly ipa: string
  readonly spelling: string
  readonly isStressed: boolean
  /** Spelling before and after it in the word; the empty string at an edge. */
  readonly before: string
  readonly after: string
  /** No vowel follows in the word. */
  readonly isLastSyllable: boolean
}

/** The vowel that a Nigerian speaker says; undefined for a sound that is no vowel. */
export function nigerianVowelAt(place: VowelPlace): NigerianVowel | undefined {
  const { ipa, isStressed, spelling } = place
  if (ipa === 'ɝ') return nurse(spelling)
  if (ipa === 'ɚ') return place.before === 'aʊ' ? 'a' : letter(spelling)
  if (ipa === 'ɑ') return lot(place)
  if (ipa === 'ə') return fullVowel(place)
  if (ipa === 'ɪ') return isStressed ? 'i' : weakKit(place)
  if (ipa === 'ʌ' && !isStressed && /^[aei]$/.test(spelling)) return fullVowel(place)
  return ALWAYS[ipa]
}

/** "work" and "turn" have ɔ, "bird", "term" and "learn" ɛ. */
function nurse(spelling: string): NigerianVowel {
  return /^(?:u|o)/.test(spelling) ? 'ɔ' : 'ɛ'
}

/** "doctor" and "nature" end in ɔ, "teacher" and "sugar" in a. */
function letter(spelling: string): NigerianVowel {
  return /^(?:o|u|ou)/.test(spelling) ? 'ɔ' : 'a'
}

/** American English has one vowel in "lot" and "father"; Nigeria has two, as the letters have. */
function lot({ spelling, before }: VowelPlace): NigerianVowel {
  if (/^[ou]|^a[uw]/.test(spelling)) return 'ɔ'
  return spelling === 'a' && before === 'w' ? 'ɔ' : 'a'
}

/** "wanted" and "kitchen" have ɛ, "village" and "private" e, "music" i. */
function weakKit({ spelling, after, before, isLastSyllable }: VowelPlace): NigerianVowel {
  if (spelling.startsWith('a')) return 'e'
  const isPlural = after === 'z' && /[szʃʒ]$/.test(before)
  return spelling === 'e' && isLastSyllable && after !== '' && !isPlural ? 'ɛ' : 'i'
}

/** There is no schwa: the vowel of the spelling is said in full. */
function fullVowel({ spelling, before, after, isLastSyllable }: VowelPlace): NigerianVowel {
  if (spelling === '') return after === 'l' ? 'u' : 'i'
  if (spelling === 'u' && (/^[dt]?[ʒʃ]$|^j$/.test(before) || (before === 'f' && after === 'l')))
    return 'u'
  if (/o|u/.test(spelling)) return 'ɔ'
  if (spelling.startsWith('ai')) return 'e'
  const isWeakAte = isLastSyllable && before !== '' && /^(?:t|s|dʒ)$/.test(after)
  if (spelling === 'a' && isWeakAte) return 'e'
  if (spelling.includes('a')) return 'a'
  if (/^e|^ie/.test(spelling)) return 'ɛ'
  return 'i'
}
