import type { Syllable } from '#speech/utterance.ts'
import { parseSounds } from './arpabet.ts'
import { type FindArpabet, openCmuDictionary } from './cmu-dictionary.ts'
import { nearVowel } from './lexicon.ts'
import { syllabify } from './syllabify.ts'

/** No word of the CMU dictionary has more pronunciations besides the first. */
const MOST_VARIANTS = 3

/** The pronunciations of an English word, in small letters, that the CMU dictionary has; none where it lacks the word. */
export type EnglishVariants = (word: string) => readonly (readonly Syllable[])[]

/** Opens the pronunciations of English words. Throws when the package of the dictionary is damaged. */
export async function openEnglishVariants(): Promise<EnglishVariants> {
  const find = await openCmuDictionary()
  return (word) => variantsIn(find, word)
}

/** The second pronunciation of "read" stands under "read(2)". */
function variantsIn(find: FindArpabet, word: string): readonly (readonly Syllable[])[] {
  const names = [
    word,
    ...Array.from({ length: MOST_VARIANTS }, (_, index) => `${word}(${index + 2})`),
  ]
  return names
    .flatMap((name) => find(name) ?? [])
    .map((arpabet) => syllabify(parseSounds(nearVowel(arpabet))))
}
