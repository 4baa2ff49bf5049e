import type { Syllable } from '#speech/utterance.ts'
import { placeVowels } from './epenthesis.ts'
import type { Slot } from './fidel.ts'

/**
 * Syllables of a word: a vowel, the consonant before it, and those after it that no vowel follows. A long consonant
 * is one phone and begins the syllable it is released in. Stress is weak in Amharic; it is put on the last syllable
 * but one throughout, which is a simplification: descriptions differ, and none was checked against recordings.
 */
export function syllablesOf(slots: readonly Slot[]): readonly Syllable[] {
  const vowels = placeVowels(slots)
  const syllables: string[][] = []
  let onset: string[] = []
  for (const [index, slot] of slots.entries()) {
    const consonant = `${slot.consonant}${slot.geminate ? 'ː' : ''}`
    const vowel = vowels[index]
    if (vowel !== undefined) {
      syllables.push([...onset, consonant, vowel])
      onset = []
    } else if (beginsNext(vowels, index)) onset.push(consonant)
    else syllables.at(-1)?.push(consonant)
  }
  const stressed = Math.max(0, syllables.length - 2)
  return syllables.map((phones, index) => ({
    phones: phones.map((ipa) => ({ ipa })),
    stress: index === stressed ? 1 : 0,
  }))
}

/** A consonant without a vowel begins a syllable only at the start of the word: "krɨstos". */
function beginsNext(vowels: readonly (string | undefined)[], index: number): boolean {
  return vowels.slice(0, index).every((vowel) => vowel === undefined)
}
