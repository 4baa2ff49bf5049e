const BREAK = /^[\s"”)\]]*[,;:—–.?!]/

/**
 * Whether a phrase break follows the word that ends at `end`, by its punctuation; closing quotes and brackets may come
 * first.
 * @example `breaksAfter('“Yes”, we can', 4)` is `true`.
 */
export function breaksAfter(text: string, end: number): boolean {
  return BREAK.test(text.slice(end, end + 8))
}
