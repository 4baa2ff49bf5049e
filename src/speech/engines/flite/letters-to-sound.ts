import { sharedFlite } from './flite.ts'

/**
 * Phones of English words that are in no lexicon, in ARPAbet's small letters, one list per word, by flite's
 * letter-to-sound rules (Black, Lenzo & Pagel 1998, "Issues in building general letter to sound rules"). The module is
 * loaded with the first word, whichever engine speaks. Rejects with an Error where it cannot be loaded.
 */
export async function fliteLettersToSound(
  words: readonly string[],
): Promise<readonly (readonly string[])[]> {
  return (await sharedFlite()).lettersToSound(words)
}
