/** Words that neither lexicon has, by the letters: Pidgin is spelled as it sounds. */
import type { Syllable } from '#speech/utterance.ts'

const VOWELS: Readonly<Record<string, string>> = {
  ...{ a: 'a', e: 'ɛ', i: 'i', o: 'ɔ', u: 'u' },
  ...{
    aa: 'a',
    ai: 'aɪ',
    ay: 'e',
    ei: 'e',
    ey: 'e',
    au: 'aʊ',
    aw: 'ɔ',
    ea: 'i',
    ee: 'i',
    eu: 'ju',
  },
  ...{
    ie: 'i',
    oa: 'o',
    oe: 'o',
    oi: 'ɔɪ',
    oy: 'ɔɪ',
    oo: 'u',
    ou: 'aʊ',
    ow: 'o',
    ue: 'u',
    ui: 'i',
  },
}
const CONSONANTS: Readonly<Record<string, string>> = {
  ...{ b: 'b', c: 'k', d: 'd', f: 'f', g: 'ɡ', h: 'h', j: 'd͡ʒ', k: 'k', l: 'l', m: 'm', n: 'n' },
  ...{ p: 'p', q: 'k', r: 'ɹ', s: 's', t: 't', v: 'v', w: 'w', x: 'k s', y: 'j', z: 'z' },
  ...{ ch: 't͡ʃ', sh: 'ʃ', th: 't', ph: 'f', kp: 'k͡p', gb: 'ɡ͡b', ny: 'ɲ', ng: 'ŋ', ck: 'k' },
  ...{ gh: 'ɡ', wh: 'w', qu: 'k w' },
}
const CONSONANT_TABLE = new Map(Object.entries(CONSONANTS))
/** Two consonants that may begin a syllable together. */
const ONSET = /^(?:[pbtdkɡf][ɹl]|[pbtdkɡfms][wj]|s[ptkmnl])$/

interface Sound {
  readonly ipa: string
  readonly isVowel: boolean
}

/** Whether a word has a vowel and consonants that can be said between them: not "nnpc" or "xtr". A y is a vowel after a consonant: not in "yw". */
export function canBeRead(word: string): boolean {
  return (
    /[aeiou]|[^aeiou']y/.test(word) && !/[^aeiouy']{5,}/.test(word) && !/^[^aeiouy']{4,}/.test(word)
  )
}

/** Phones and tones of an unknown word: high on the first of two syllables, else on the last but one. */
export function readSpelling(word: string): readonly Syllable[] {
  const syllables = syllabified(soundsOf(word))
  const strong = Math.max(0, syllables.length - 2)
  return syllables.map((sounds, index): Syllable => {
    const phones = sounds.map(({ ipa }) => ({ ipa }))
    return { phones, stress: 0, tone: index === strong ? 'H' : 'L' }
  })
}

function soundsOf(word: string): readonly Sound[] {
  const letters = word
    .replaceAll("'", '')
    .replace(/(?<=[^aeiou])y(?![aeiou])/g, 'i')
    .replace(/([bcdfgklmnprstvz])\1/g, '$1')
  const sounds: Sound[] = []
  for (let at = 0; at < letters.length; ) {
    const two = letters.slice(at, at + 2)
    const isGlide = /[wy]$/.test(two) && /^[aeiou]/.test(letters.slice(at + 2))
    const length = (VOWELS[two] && !isGlide) || CONSONANT_TABLE.has(two) ? 2 : 1
    sounds.push(...soundsAt(letters, at, length))
    at += length
  }
  return sounds
}

function soundsAt(letters: string, at: number, length: number): readonly Sound[] {
  const written = letters.slice(at, at + length)
  const isLast = at + length === letters.length
  if (written === 'c' && /^[eiy]/.test(letters.slice(at + 1))) return [{ ipa: 's', isVowel: false }]
  // A last e or o is closed ("dodo", "ode"); inside a word they are open.
  if (isLast && (written === 'e' || written === 'o')) return [{ ipa: written, isVowel: true }]
  const vowel = VOWELS[written]
  if (vowel === 'ju') return [...'ju'].map((ipa) => ({ ipa, isVowel: ipa === 'u' }))
  if (vowel !== undefined) return [{ ipa: vowel, isVowel: true }]
  // An r after a vowel is silent.
  if (written === 'r' && at > 0 && !/^[aeiouy]/.test(letters.slice(at + 1))) return []
  const consonant = CONSONANT_TABLE.get(written)
  return consonant ? consonant.split(' ').map((ipa) => ({ ipa, isVowel: false })) : []
}

function syllabified(sounds: readonly Sound[]): readonly (readonly Sound[])[] {
  const nuclei = sounds.flatMap(({ isVowel }, index) => (isVowel ? [index] : []))
  const starts = nuclei.map((nucleus, order) => {
    const previous = nuclei[order - 1]
    return previous === undefined ? 0 : onsetStart(sounds, previous, nucleus)
  })
  return starts.map((start, order) => sounds.slice(start, starts[order + 1]))
}

function onsetStart(sounds: readonly Sound[], previous: number, nucleus: number): number {
  const two = sounds.slice(nucleus - 2, nucleus).map(({ ipa }) => ipa)
  if (nucleus - previous > 2 && ONSET.test(two.join(''))) return nucleus - 2
  return Math.max(previous + 1, nucleus - 1)
}
