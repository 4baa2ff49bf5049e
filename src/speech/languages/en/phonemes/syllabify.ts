import type { Syllable } from '#speech/utterance.ts'
import { type ArpabetPhone, phoneOf, type Stress, stressOf } from './arpabet.ts'

/** Onsets of English syllables besides one consonant or none (Kahn 1976, chapter 2). */
const ONSETS = new Set(
  [
    ...['P R', 'P L', 'P Y', 'B R', 'B L', 'B Y', 'T R', 'T W', 'D R', 'D W', 'K R', 'K L', 'K W'],
    ...['K Y', 'G R', 'G L', 'G W', 'F R', 'F L', 'F Y', 'V Y', 'TH R', 'TH W', 'SH R', 'HH Y'],
    ...['HH W', 'M Y', 'N Y', 'S P', 'S T', 'S K', 'S F', 'S M', 'S N', 'S L', 'S W', 'S P R'],
    ...['S P L', 'S P Y', 'S T R', 'S K R', 'S K L', 'S K W', 'S K Y', 'G B', 'K P'],
  ].map((onset) => onset.replaceAll(' ', '')),
)
const LONGEST_ONSET = 3

/**
 * Splits a word into syllables by maximal onset: between two vowels as many consonants as English allows
 * begin the second syllable. Every sound is in exactly one syllable; a word without a vowel is one syllable.
 */
export function syllabify(sounds: readonly ArpabetPhone[]): readonly Syllable[] {
  const nuclei = sounds.flatMap((sound, index) => (stressOf(sound) === undefined ? [] : [index]))
  const starts = nuclei.map((nucleus, order) => {
    const previous = nuclei[order - 1]
    return previous === undefined ? 0 : onsetStart(sounds, previous, nucleus)
  })
  if (starts.length === 0) starts.push(0)
  return starts.map((start, order) => syllableOf(sounds.slice(start, starts[order + 1])))
}

/** Stresses of the syllables of a word, in order; none for a word without a vowel. */
export function stressesOf(sounds: readonly ArpabetPhone[]): readonly Stress[] {
  return sounds.map(stressOf).filter((stress) => stress !== undefined)
}

function onsetStart(sounds: readonly ArpabetPhone[], previous: number, nucleus: number): number {
  for (let start = Math.max(previous + 1, nucleus - LONGEST_ONSET); start < nucleus; start++)
    if (isOnset(sounds.slice(start, nucleus))) return start
  return nucleus
}

function isOnset(consonants: readonly ArpabetPhone[]): boolean {
  if (consonants.length === 1) return consonants[0] !== 'NG'
  return ONSETS.has(consonants.join(''))
}

function syllableOf(sounds: readonly ArpabetPhone[]): Syllable {
  return { phones: sounds.map(phoneOf), stress: stressesOf(sounds)[0] ?? 0 }
}
