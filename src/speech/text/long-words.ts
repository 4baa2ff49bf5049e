/** More letters than these in a row are no word that anybody can say. */
const MOST_LETTERS = 40
const LONG_RUN = new RegExp(`[\\p{L}\\p{M}']{${MOST_LETTERS + 1},}`, 'gu')
const PIECE = new RegExp(`[^]{1,${MOST_LETTERS}}`, 'gu')

/** The same text with spaces in words of more than 40 letters, so that each piece can be spoken. */
export function breakLongWords(text: string): string {
  return text.replace(LONG_RUN, (run) => (run.match(PIECE) ?? []).join(' '))
}
