/** Longest word in letters. */
const MOST_LETTERS = 40
const LONG_RUN = new RegExp(`[\\p{L}\\p{M}']{${MOST_LETTERS + 1},}`, 'gu')
const PIECE = new RegExp(`[^]{1,${MOST_LETTERS}}`, 'gu')

/**
 * Splits words of more than 40 letters with spaces, so that each piece can be spoken.
 * @example `breakLongWords('a'.repeat(41)).length` is `42`.
 */
export function breakLongWords(text: string): string {
  return text.replace(LONG_RUN, (run) => (run.match(PIECE) ?? []).join(' '))
}
