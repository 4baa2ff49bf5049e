import type { Syllable, Tone } from '#speech/utterance.ts'
import type { YorubaLetter } from './letters.ts'
import { isNasalised, isVowelNasal } from './nasals.ts'

const VOWELS: Readonly<Record<string, string>> = {
  a: 'a',
  e: 'e',
  ẹ: 'ɛ',
  i: 'i',
  ị: 'ɪ',
  o: 'o',
  ọ: 'ɔ',
  u: 'u',
  ụ: 'ʊ',
}

/** Two letters that are one consonant. `gh`, `gw` and `ch` belong to eastern dialects and to names. */
const DIGRAPHS: Readonly<Record<string, string>> = {
  gb: 'ɡ͡b',
  kp: 'k͡p',
  gh: 'ɣ',
  gw: 'ɡʷ',
  sh: 'ʃ',
  ch: 't͡ʃ',
  ph: 'f',
  th: 't',
}

/** v, q, x, c and z are in no Yoruba word; names that keep them are said with the nearest sounds. */
const CONSONANTS: Readonly<Record<string, readonly string[]>> = {
  b: ['b'],
  c: ['k'],
  d: ['d'],
  f: ['f'],
  g: ['ɡ'],
  h: ['h'],
  j: ['d͡ʒ'],
  k: ['k'],
  l: ['l'],
  m: ['m'],
  n: ['n'],
  p: ['k͡p'],
  q: ['k'],
  r: ['ɾ'],
  s: ['s'],
  ṣ: ['ʃ'],
  t: ['t'],
  v: ['f'],
  w: ['w'],
  x: ['k', 's'],
  y: ['j'],
  z: ['z'],
}

/** More consonants than these in a row are in no word of any language. */
const MOST_CONSONANTS = 6

/** The syllabic nasal as Wiktionary and WikiPron write it, whatever follows. */
const SYLLABIC_NASAL = 'ŋ̩'

/** Whether `letter` is a vowel, with or without a dot below but without tone marks. False for undefined, the end of a word. */
export function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && Object.hasOwn(VOWELS, letter)
}

/** A piece of a word: a syllable, or consonants that wait for a vowel; and how many letters it is written with. */
interface Piece {
  readonly syllable?: Syllable
  readonly consonants?: readonly string[]
  readonly length: 1 | 2
}

/**
 * Syllables of a word by the rules of Yoruba spelling (Bamgboṣe 1966): V, CV or a nasal, each with its tone, mid where
 * nothing is written. Vowels that follow each other are syllables of their own. Consonants that no vowel follows close
 * the syllable before them: they are in foreign names only. No syllable where the word has no vowel and no nasal.
 */
export function syllablesOf(letters: readonly YorubaLetter[]): readonly Syllable[] {
  const syllables: Syllable[] = []
  let onset: string[] = []
  for (let at = 0; at < letters.length; ) {
    const piece = pieceAt(letters, at, onset)
    if (piece.syllable) syllables.push(piece.syllable)
    onset = piece.syllable ? [] : [...onset, ...(piece.consonants ?? [])].slice(-MOST_CONSONANTS)
    at += piece.length
  }
  return withCoda(syllables, onset)
}

function pieceAt(letters: readonly YorubaLetter[], at: number, onset: readonly string[]): Piece {
  const { letter = '', tone = toneOfUnmarked(letters) } = letters[at] ?? {}
  const vowel = VOWELS[letter]
  if (vowel !== undefined) {
    const said = isNasalised(letters, at) ? `${vowel}\u0303`.normalize('NFC') : vowel
    const length = isVowelNasal(letters, at + 1) ? 2 : 1
    return { syllable: syllable([...onset, said], tone), length }
  }
  if (isSyllabicNasal(letters, at)) {
    // "nǹkan" is written with two letters and said with one nasal.
    const before = onset.filter((consonant) => consonant !== 'n' && consonant !== 'm')
    return { syllable: syllable([...before, SYLLABIC_NASAL], tone), length: 1 }
  }
  const next = letters[at + 1]?.letter
  const digraph = DIGRAPHS[letter + (next ?? '')]
  if (digraph) return { consonants: [digraph], length: 2 }
  return { consonants: consonantsOf(letter, next), length: 1 }
}

/** Mid, but the lone nasal of the progressive ("mo n lọ") is high. */
function toneOfUnmarked(letters: readonly YorubaLetter[]): Tone {
  return letters.length === 1 && !isVowel(letters[0]?.letter) ? 'H' : 'M'
}

function syllable(phones: readonly string[], tone: Tone): Syllable {
  return { phones: phones.map((ipa) => ({ ipa })), stress: 0, tone }
}

/** A nasal with a tone of its own, or before a consonant that it cannot begin a syllable with. */
function isSyllabicNasal(letters: readonly YorubaLetter[], at: number): boolean {
  const { letter, tone } = letters[at] ?? {}
  if (letter !== 'n' && letter !== 'm') return false
  const next = letters[at + 1]?.letter
  if (tone !== undefined) return true
  if (next === undefined) return letters.length === 1
  return !isVowel(next) && next !== letter
}

function consonantsOf(letter: string, next: string | undefined): readonly string[] {
  if (letter === 'c' && next !== undefined && /^[eẹi]$/.test(next)) return ['s']
  return CONSONANTS[letter] ?? []
}

function withCoda(syllables: readonly Syllable[], coda: readonly string[]): readonly Syllable[] {
  const last = syllables.at(-1)
  if (last === undefined || coda.length === 0) return syllables
  const phones = [...last.phones, ...coda.map((ipa) => ({ ipa }))]
  return [...syllables.slice(0, -1), { ...last, phones }]
}
