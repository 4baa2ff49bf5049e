import { hashOf } from '#speech/languages/common/hashed-features.ts'
import { DIPHTHONGS, type OpenSyllable } from './syllables.ts'

const LONGEST_EDGE = 6
const LONGEST_ENDING = 4
/** Syllables farther from an end of the word are all alike. */
const FAR = 4

/** Hashes of what is known of a syllable before its tone is. */
export interface ToneFeatures {
  /** Speak for its tone alone. */
  readonly narrow: readonly number[]
  /** Speak for its tone and the two before it, too. */
  readonly wide: readonly number[]
}

/**
 * What is known of each syllable of a word: its place, its sounds and those beside it, how the word begins and ends, its
 * weights, its vowels, its consonants.
 */
export function toneFeatures(syllables: readonly OpenSyllable[]): readonly ToneFeatures[] {
  const word = wordOf(syllables)
  return syllables.map((_, at) => ({
    narrow: Array.from(narrowNames(syllables, word, at), hashOf),
    wide: Array.from(wideNames(syllables, word, at), hashOf),
  }))
}

interface WordShape {
  readonly phones: readonly string[]
  readonly plain: readonly string[]
  readonly texts: readonly string[]
  readonly weights: string
  readonly vowels: string
  readonly ending: string
}

function wordOf(syllables: readonly OpenSyllable[]): WordShape {
  const phones = syllables.flatMap(({ onset, vowel, coda }) => [...onset, vowel, ...coda])
  return {
    phones,
    plain: phones.map(withoutHook),
    texts: syllables.map(textOf),
    weights: syllables.map(weightOf).join(''),
    vowels: syllables.map(({ vowel }) => vowel).join('-'),
    ending: phones.at(-1) ?? '',
  }
}

function textOf({ onset, vowel, coda }: OpenSyllable): string {
  return [...onset, vowel, ...coda].join('')
}

/** ɓ, ɗ, kʼ as those write who have no hooks. */
function withoutHook(phone: string): string {
  return phone.replace('ɓ', 'b').replace('ɗ', 'd').replace('kʼ', 'k').replace('kʷʼ', 'kʷ')
}

function weightOf({ vowel, coda }: OpenSyllable): string {
  if (coda.length > 0) return /^[nmŋlrɽ]/.test(coda[0] ?? '') ? 'N' : 'C'
  return DIPHTHONGS.has(vowel) ? 'D' : 'V'
}

/** The shape of a word and its last sounds. */
function* wideNames(
  syllables: readonly OpenSyllable[],
  { phones, weights, vowels, ending }: WordShape,
  at: number,
): Generator<string> {
  const { fromEnd, place } = placeOf(syllables, at)
  yield `p ${place}`
  yield `pe ${place} ${ending}`
  yield `w ${fromEnd} ${weights}`
  yield `we ${fromEnd} ${weights} ${ending}`
  yield `v ${fromEnd} ${vowels}`
  yield `vw ${fromEnd} ${vowels} ${weights}`
  for (let size = 2; size <= Math.min(LONGEST_EDGE, phones.length); size++)
    yield `s ${fromEnd} ${size === phones.length ? '#' : ''}${phones.slice(-size).join(' ')}`
}

/** The syllable itself, its neighbours, the first sounds of the word and the whole word. */
function* narrowNames(
  syllables: readonly OpenSyllable[],
  { phones, plain, texts, weights }: WordShape,
  at: number,
): Generator<string> {
  const { fromEnd, place } = placeOf(syllables, at)
  const { onset, vowel, coda } = syllables[at] ?? { onset: [], vowel: '', coda: [] }
  yield `t ${place} ${texts[at]}`
  yield `r ${place} ${vowel} ${coda.join('')}`
  yield `o ${place} ${onset.join('')}`
  yield `n ${fromEnd} ${texts[at]} ${texts[at + 1] ?? '#'}`
  yield `b ${fromEnd} ${texts[at - 1] ?? '#'} ${texts[at]}`
  yield `c ${fromEnd} ${weights} ${syllables.map((one) => one.onset.join('')).join(' ')}`
  for (let size = 2; size <= Math.min(LONGEST_EDGE, phones.length); size++) {
    yield `a ${Math.min(FAR, at)} ${phones.slice(0, size).join(' ')}`
    if (size <= LONGEST_ENDING) yield `sn ${place} ${phones.slice(-size).join(' ')}`
  }
  yield `x ${fromEnd} ${phones.join(' ')}`
  yield `y ${fromEnd} ${plain.join(' ')}`
}

/** Where a syllable stands: counted from the end, and together with the number of syllables. */
function placeOf(
  { length }: readonly OpenSyllable[],
  at: number,
): { readonly fromEnd: number; readonly place: string } {
  const fromEnd = Math.min(FAR, length - 1 - at)
  return { fromEnd, place: `${Math.min(length, FAR + 1)}.${fromEnd}` }
}
