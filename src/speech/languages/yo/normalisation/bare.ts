/** A word without marks, in small letters: what tables of words are asked with. */
export function bare(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
