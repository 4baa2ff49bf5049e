import type { Sentence, Syllable, Word } from '#speech/utterance.ts'

const STRESS_MARKS = ['', 'ˈ', 'ˌ'] as const

/**
 * Writes a sentence in IPA: phones separated by spaces, ˈ and ˌ before the first phone of a stressed syllable, words
 * separated by " | ".
 */
export function toIpa(sentence: Sentence): string {
  return sentence.words.map(wordToIpa).join(' | ')
}

function wordToIpa(word: Word): string {
  return word.syllables.map(syllableToIpa).join(' ')
}

function syllableToIpa({ phones, stress }: Syllable): string {
  return STRESS_MARKS[stress] + phones.map((phone) => phone.ipa).join(' ')
}
