import { soundOfNeighbour } from './fidel-of-neighbours.ts'

/** One fidel: a consonant and the vowel of its order; no vowel in the sixth order, where ɨ is spoken or not. */
export interface Slot {
  readonly consonant: string
  readonly vowel: string | undefined
  readonly geminate: boolean
  /** Known to the lexicon: its vowel, or that it has none, is no question any more. */
  readonly settled?: boolean
  /** Known as long or short, from the lexicon or an inflection; its vowel may still be a question. */
  readonly hasKnownLength?: boolean
}

/** The orders of a full row; the sixth has no vowel of its own. */
const ORDERS = ['ə', 'u', 'i', 'a', 'e', undefined, 'o'] as const
const EIGHTH = 7
const ROW = 8

/**
 * The consonants of U+1200 to U+1357, eight code points a row. Letters that Amharic no longer tells apart have one
 * sound; letters of Tigrinya and Bilin have the nearest one of Amharic.
 */
const ROWS = [
  ...['h', 'l', 'h', 'm', 's', 'ɾ', 's', 'ʃ', 'kʼ', 'kʼʷ', 'kʼ', 'kʼʷ', 'b', 'v', 't', 't͡ʃ'],
  ...['h', 'hʷ', 'n', 'ɲ', 'ʔ', 'k', 'kʷ', 'h', 'hʷ', 'w', 'ʔ', 'z', 'ʒ', 'j', 'd', 'd'],
  ...['d͡ʒ', 'ɡ', 'ɡʷ', 'ɡ', 'tʼ', 't͡ʃʼ', 'pʼ', 'sʼ', 'sʼ', 'f', 'p'],
] as const
const FIRST = 0x1200

/** ሀ ሐ ኀ አ ዐ: the first order of these rows has the vowel of the fourth. */
const GUTTURALS = new Set(['ሀ', 'ሐ', 'ኀ', 'አ', 'ዐ'])

/** Eighth letters that are not the labialised fourth order. */
const ODD_EIGHTHS: Readonly<Record<string, readonly [string, string]>> = {
  ኧ: ['ʔ', 'ə'],
  ዏ: ['w', 'o'],
  ዯ: ['j', 'o'],
}

/** Syllables outside the rows: ፘ ፙ ፚ and the labials of Sebatbeit. */
const OTHERS: Readonly<Record<string, readonly [string, string | undefined]>> = {
  ...{ ፘ: ['ɾ', 'a'], ፙ: ['m', 'a'], ፚ: ['f', 'a'] },
  ...{ ᎀ: ['mʷ', 'ə'], ᎁ: ['mʷ', 'i'], ᎂ: ['mʷ', 'e'], ᎃ: ['mʷ', undefined] },
  ...{ ᎄ: ['bʷ', 'ə'], ᎅ: ['bʷ', 'i'], ᎆ: ['bʷ', 'e'], ᎇ: ['bʷ', undefined] },
  ...{ ᎈ: ['fʷ', 'ə'], ᎉ: ['fʷ', 'i'], ᎊ: ['fʷ', 'e'], ᎋ: ['fʷ', undefined] },
  ...{ ᎌ: ['pʷ', 'ə'], ᎍ: ['pʷ', 'i'], ᎎ: ['pʷ', 'e'], ᎏ: ['pʷ', undefined] },
}

/** The marks of gemination that grammars and dictionaries put over a letter. */
const GEMINATION = /[\u135d\u135f]/

/** The letters of an Amharic word as slots; letters that are no fidel of Amharic are left out. */
export function slotsOf(word: string): Slot[] {
  const slots: Slot[] = []
  for (const letter of word) {
    const last = slots.at(-1)
    if (GEMINATION.test(letter)) {
      if (last && !last.geminate) slots[slots.length - 1] = { ...last, geminate: true }
      continue
    }
    const sound = soundOf(letter)
    if (sound) slots.push({ consonant: sound[0], vowel: sound[1], geminate: false })
  }
  return slots
}

function soundOf(letter: string): readonly [string, string | undefined] | undefined {
  const odd = ODD_EIGHTHS[letter] ?? OTHERS[letter]
  if (odd) return odd
  const codePoint = letter.codePointAt(0) ?? 0
  const place = codePoint - FIRST
  const consonant = ROWS[Math.floor(place / ROW)]
  if (consonant === undefined) return soundOfNeighbour(codePoint)
  const order = place % ROW
  if (order === EIGHTH) return [labialised(consonant), 'a']
  if (order === 0 && GUTTURALS.has(letter)) return [consonant, 'a']
  return [consonant, ORDERS[order]]
}

function labialised(consonant: string): string {
  return consonant.endsWith('ʷ') ? consonant : `${consonant}ʷ`
}

/** Whether a character is a letter of the Ethiopic script that has a sound in Amharic. */
export function isFidel(letter: string): boolean {
  return soundOf(letter) !== undefined
}

/** The same letter with another vowel: "ት" with order 0 → ተ, with order 1 → ቱ. For letters of full rows. */
export function withOrder(letter: string, order: number): string {
  const place = (letter.codePointAt(0) ?? 0) - FIRST
  return String.fromCodePoint(FIRST + place - (place % ROW) + order)
}

/** The place of a letter in its row, from 0 to 7. */
export function orderOf(letter: string): number {
  return ((letter.codePointAt(0) ?? 0) - FIRST) % ROW
}
