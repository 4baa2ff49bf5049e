const BREAK = /^[\s"”)\]]*[,;:—–.?!]/
const COMMA = /^[\s"”)\]]*,/

/**
 * Whether a phrase break follows the word that ends at `end`, by its punctuation; closing quotes and brackets may come
 * first.
 * @example `breaksAfter('“Yes”, we can', 4)` is `true`.
 */
export function breaksAfter(text: string, end: number): boolean {
  return BREAK.test(text.slice(end, end + 8))
}

/**
 * Whether the phrase break that follows the word that ends at `end` is a comma and no stronger mark.
 * @example `isCommaAfter('“Yes”, we can', 4)` is `true`.
 */
export function isCommaAfter(text: string, end: number): boolean {
  return COMMA.test(text.slice(end, end + 8))
}
