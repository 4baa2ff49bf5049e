/**
 * ARPAbet, the alphabet of the CMU Pronouncing Dictionary, against the International Phonetic Alphabet
 * (General American).
 */
import type { Phone } from '#speech/utterance.ts'
import { englishPhone } from './english-phone.ts'

export type Stress = 0 | 1 | 2

const CONSONANTS = {
  B: englishPhone('b'),
  CH: englishPhone('tʃ'),
  D: englishPhone('d'),
  DH: englishPhone('ð'),
  F: englishPhone('f'),
  G: englishPhone('ɡ'),
  HH: englishPhone('h'),
  JH: englishPhone('dʒ'),
  K: englishPhone('k'),
  L: englishPhone('l'),
  M: englishPhone('m'),
  N: englishPhone('n'),
  NG: englishPhone('ŋ'),
  P: englishPhone('p'),
  R: englishPhone('ɹ'),
  S: englishPhone('s'),
  SH: englishPhone('ʃ'),
  T: englishPhone('t'),
  TH: englishPhone('θ'),
  V: englishPhone('v'),
  W: englishPhone('w'),
  Y: englishPhone('j'),
  Z: englishPhone('z'),
  ZH: englishPhone('ʒ'),
} as const satisfies Readonly<Record<string, Phone>>

const FULL_VOWELS = {
  AA: englishPhone('ɑ'),
  AE: englishPhone('æ'),
  AH: englishPhone('ʌ'),
  AO: englishPhone('ɔ'),
  AW: englishPhone('aʊ'),
  AY: englishPhone('aɪ'),
  EH: englishPhone('ɛ'),
  ER: englishPhone('ɝ'),
  EY: englishPhone('eɪ'),
  IH: englishPhone('ɪ'),
  IY: englishPhone('i'),
  OW: englishPhone('oʊ'),
  OY: englishPhone('ɔɪ'),
  UH: englishPhone('ʊ'),
  UW: englishPhone('u'),
} as const satisfies Readonly<Record<string, Phone>>

/** Reduced forms of two vowels without stress; the others keep their quality. */
const REDUCED_VOWELS: Readonly<Record<string, Phone>> = {
  AH: englishPhone('ə'),
  ER: englishPhone('ɚ'),
}

/** The vowel of function words that are said in passing: "of", "from", "but". */
const FUNCTION_WORD_SCHWA: Phone = englishPhone('ə')

type Consonant = keyof typeof CONSONANTS
type Vowel = keyof typeof FULL_VOWELS

/** One ARPAbet segment; vowels carry their stress, as in the CMU dictionary. */
export type ArpabetPhone = Consonant | `${Vowel}${Stress}` | 'AX0'

const STRESSES = [0, 1, 2] as const
const LETTERS: readonly (readonly [ArpabetPhone, Phone])[] = [...allLetters()]
const PHONES = new Map<ArpabetPhone, Phone>([...LETTERS, ['AX0', FUNCTION_WORD_SCHWA]])
const SOUNDS_BY_IPA = new Map(LETTERS.map(([sound, phone]) => [phone.ipa, sound]))
const SOUNDS_BY_SYMBOL = new Map<string, ArpabetPhone>([
  ...LETTERS.map(([sound]) => [sound.replace(/[012]$/, '').toLowerCase(), sound] as const),
  ['ax', 'AH0'],
])

/** Allophones that letter-to-sound rules write beside ARPAbet's own symbols; each as the sounds it stands for. */
const ALLOPHONES: Readonly<Record<string, readonly ArpabetPhone[]>> = {
  dx: ['T'],
  nx: ['N'],
  hv: ['HH'],
  axr: ['ER0'],
  ix: ['IH0'],
  el: ['AH0', 'L'],
  em: ['AH0', 'M'],
  en: ['AH0', 'N'],
  pau: [],
}

function* allLetters(): Generator<[ArpabetPhone, Phone]> {
  for (const consonant of Object.keys(CONSONANTS) as Consonant[])
    yield [consonant, CONSONANTS[consonant]]
  for (const vowel of Object.keys(FULL_VOWELS) as Vowel[])
    for (const stress of STRESSES) yield [`${vowel}${stress}`, phoneOfVowel(vowel, stress)]
}

function phoneOfVowel(vowel: Vowel, stress: Stress): Phone {
  const reduced = stress === 0 ? REDUCED_VOWELS[vowel] : undefined
  return reduced ?? FULL_VOWELS[vowel]
}

/**
 * Sounds written as in the CMU dictionary ("HH AH0 L OW1"). Throws an Error on a symbol that is none.
 * @example `parseSounds('HH AH0 L OW1')` is `['HH', 'AH0', 'L', 'OW1']`.
 */
export function parseSounds(arpabet: string): readonly ArpabetPhone[] {
  return arpabet.split(' ').map((symbol) => {
    if (!isSound(symbol)) throw new Error(`"${symbol}" in "${arpabet}" is no ARPAbet symbol.`)
    return symbol
  })
}

function isSound(symbol: string): symbol is ArpabetPhone {
  return PHONES.has(symbol as ArpabetPhone)
}

/** The segment in IPA. */
export function phoneOf(sound: ArpabetPhone): Phone {
  const phone = PHONES.get(sound)
  if (!phone) throw new Error(`"${sound}" is no ARPAbet symbol.`)
  return phone
}

/** The stress of a vowel; undefined for a consonant. */
export function stressOf(sound: ArpabetPhone): Stress | undefined {
  const digit = sound.charCodeAt(sound.length - 1) - 0x30
  return digit === 0 || digit === 1 || digit === 2 ? digit : undefined
}

/**
 * The same vowel with another stress; a consonant stays as it is.
 * @example `withStress('OW1', 2)` is `'OW2'`.
 */
export function withStress(sound: ArpabetPhone, stress: Stress): ArpabetPhone {
  // Cutting the digit off a vowel and writing another gives a vowel again.
  return stressOf(sound) === undefined ? sound : (`${sound.slice(0, -1)}${stress}` as ArpabetPhone)
}

/**
 * The ARPAbet symbol of an IPA letter in General American; undefined where there is none. Reduced vowels come back unstressed.
 * @example `soundOfIpa('oʊ')` is `'OW1'`.
 */
export function soundOfIpa(ipa: string, stress: Stress = 1): ArpabetPhone | undefined {
  return restressed(SOUNDS_BY_IPA.get(ipa === 'g' ? 'ɡ' : ipa), stress)
}

/**
 * ARPAbet of one phone in small letters, as letter-to-sound rules write it, with or without a stress digit ("ey", "ey1",
 * "ax").
 * A vowel without a digit comes back with stress 0, but a full "ah" with 2, so that it stays distinct from "ax".
 * Throws an Error on a phone outside the US English set.
 */
export function soundsOfSymbol(phone: string): readonly ArpabetPhone[] {
  const symbol = phone.replace(/[012]$/, '')
  const allophone = ALLOPHONES[symbol]
  if (allophone) return allophone
  const stress = symbol === phone ? (symbol === 'ah' ? 2 : 0) : (Number(phone.at(-1)) as Stress)
  const sound = restressed(SOUNDS_BY_SYMBOL.get(symbol), stress)
  if (!sound) throw new Error(`"${phone}" is no phone of the US English set.`)
  return [sound]
}

function restressed(sound: ArpabetPhone | undefined, stress: Stress): ArpabetPhone | undefined {
  // In the reverse tables a vowel ends in 2, unless its letter itself says that it is reduced.
  return sound?.endsWith('0') ? sound : sound && withStress(sound, stress)
}
