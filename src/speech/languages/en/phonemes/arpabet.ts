/**
 * ARPAbet, the alphabet of the CMU Pronouncing Dictionary, against the International Phonetic Alphabet
 * (General American) and against the phones of the base synthesizer (flite's US English set).
 */
import type { Phone } from '#speech/utterance.ts'

export type Stress = 0 | 1 | 2

const CONSONANTS = {
  B: { ipa: 'b', base: 'b' },
  CH: { ipa: 'tʃ', base: 'ch' },
  D: { ipa: 'd', base: 'd' },
  DH: { ipa: 'ð', base: 'dh' },
  F: { ipa: 'f', base: 'f' },
  G: { ipa: 'ɡ', base: 'g' },
  HH: { ipa: 'h', base: 'hh' },
  JH: { ipa: 'dʒ', base: 'jh' },
  K: { ipa: 'k', base: 'k' },
  L: { ipa: 'l', base: 'l' },
  M: { ipa: 'm', base: 'm' },
  N: { ipa: 'n', base: 'n' },
  NG: { ipa: 'ŋ', base: 'ng' },
  P: { ipa: 'p', base: 'p' },
  R: { ipa: 'ɹ', base: 'r' },
  S: { ipa: 's', base: 's' },
  SH: { ipa: 'ʃ', base: 'sh' },
  T: { ipa: 't', base: 't' },
  TH: { ipa: 'θ', base: 'th' },
  V: { ipa: 'v', base: 'v' },
  W: { ipa: 'w', base: 'w' },
  Y: { ipa: 'j', base: 'y' },
  Z: { ipa: 'z', base: 'z' },
  ZH: { ipa: 'ʒ', base: 'zh' },
} as const satisfies Readonly<Record<string, Phone>>

const FULL_VOWELS = {
  AA: { ipa: 'ɑ', base: 'aa' },
  AE: { ipa: 'æ', base: 'ae' },
  AH: { ipa: 'ʌ', base: 'ah' },
  AO: { ipa: 'ɔ', base: 'ao' },
  AW: { ipa: 'aʊ', base: 'aw' },
  AY: { ipa: 'aɪ', base: 'ay' },
  EH: { ipa: 'ɛ', base: 'eh' },
  ER: { ipa: 'ɝ', base: 'er' },
  EY: { ipa: 'eɪ', base: 'ey' },
  IH: { ipa: 'ɪ', base: 'ih' },
  IY: { ipa: 'i', base: 'iy' },
  OW: { ipa: 'oʊ', base: 'ow' },
  OY: { ipa: 'ɔɪ', base: 'oy' },
  UH: { ipa: 'ʊ', base: 'uh' },
  UW: { ipa: 'u', base: 'uw' },
} as const satisfies Readonly<Record<string, Phone>>

/** What these two vowels become without stress; the others keep their colour. */
const REDUCED_VOWELS: Readonly<Record<string, Phone>> = {
  AH: { ipa: 'ə', base: 'ax' },
  ER: { ipa: 'ɚ', base: 'er' },
}

/** The schwa of "of" and "from", which flite's lexicon and the labels of its recordings write "ah". */
const FUNCTION_WORD_SCHWA: Phone = { ipa: 'ə', base: 'ah' }

type Consonant = keyof typeof CONSONANTS
type Vowel = keyof typeof FULL_VOWELS

/** One ARPAbet segment; vowels carry their stress, as in the CMU dictionary. */
export type Sound = Consonant | `${Vowel}${Stress}` | 'AX0'

const STRESSES = [0, 1, 2] as const
const LETTERS: readonly (readonly [Sound, Phone])[] = [...allLetters()]
const PHONES = new Map<Sound, Phone>([...LETTERS, ['AX0', FUNCTION_WORD_SCHWA]])
const SOUNDS_BY_IPA = new Map(LETTERS.map(([sound, phone]) => [phone.ipa, sound]))
const SOUNDS_BY_BASE = new Map(LETTERS.map(([sound, phone]) => [phone.base, sound]))

/** Allophones that flite writes and that are none of its letters' own; each as the sounds it stands for. */
const ALLOPHONES: Readonly<Record<string, readonly Sound[]>> = {
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

function* allLetters(): Generator<[Sound, Phone]> {
  for (const consonant of Object.keys(CONSONANTS) as Consonant[])
    yield [consonant, CONSONANTS[consonant]]
  for (const vowel of Object.keys(FULL_VOWELS) as Vowel[])
    for (const stress of STRESSES) yield [`${vowel}${stress}`, phoneOfVowel(vowel, stress)]
}

function phoneOfVowel(vowel: Vowel, stress: Stress): Phone {
  const reduced = stress === 0 ? REDUCED_VOWELS[vowel] : undefined
  return reduced ?? FULL_VOWELS[vowel]
}

/** Sounds written as in the CMU dictionary ("HH AH0 L OW1"). Throws an Error on a symbol that is none. */
export function parseSounds(arpabet: string): readonly Sound[] {
  return arpabet.split(' ').map((symbol) => {
    if (!isSound(symbol)) throw new Error(`"${symbol}" in "${arpabet}" is no ARPAbet symbol.`)
    return symbol
  })
}

function isSound(symbol: string): symbol is Sound {
  return PHONES.has(symbol as Sound)
}

/** The segment with its IPA letter and its base phone. */
export function phoneOf(sound: Sound): Phone {
  const phone = PHONES.get(sound)
  if (!phone) throw new Error(`"${sound}" is no ARPAbet symbol.`)
  return phone
}

/** The stress of a vowel; undefined for a consonant. */
export function stressOf(sound: Sound): Stress | undefined {
  const digit = sound.charCodeAt(sound.length - 1) - 0x30
  return digit === 0 || digit === 1 || digit === 2 ? digit : undefined
}

/** The same vowel with another stress; a consonant stays as it is. */
export function withStress(sound: Sound, stress: Stress): Sound {
  // Cutting the digit off a vowel and writing another gives a vowel again.
  return stressOf(sound) === undefined ? sound : (`${sound.slice(0, -1)}${stress}` as Sound)
}

/** The ARPAbet symbol of an IPA letter in General American; undefined where there is none. Reduced vowels come back unstressed. */
export function soundOfIpa(ipa: string, stress: Stress = 1): Sound | undefined {
  return restressed(SOUNDS_BY_IPA.get(ipa === 'g' ? 'ɡ' : ipa), stress)
}

/**
 * ARPAbet of one phone as flite prints it, with or without a stress digit ("ey", "ey1", "ax").
 * A vowel without a digit comes back with stress 0, but a full "ah" with 2, so that it stays distinct from "ax".
 * Throws an Error on a phone outside the US English set.
 */
export function soundsOfBase(phone: string): readonly Sound[] {
  const symbol = phone.replace(/[012]$/, '')
  const allophone = ALLOPHONES[symbol]
  if (allophone) return allophone
  const stress = symbol === phone ? (symbol === 'ah' ? 2 : 0) : (Number(phone.at(-1)) as Stress)
  const sound = restressed(SOUNDS_BY_BASE.get(symbol), stress)
  if (!sound) throw new Error(`"${phone}" is no phone of the US English set.`)
  return [sound]
}

function restressed(sound: Sound | undefined, stress: Stress): Sound | undefined {
  // In the reverse tables a vowel ends in 2, unless its letter itself says that it is reduced.
  return sound?.endsWith('0') ? sound : sound && withStress(sound, stress)
}
