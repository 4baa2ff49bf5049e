const BREAK = /^[\s"”)\]]*[,;:—–.?!]/

/**
 * Whether a phrase break follows the word that ends at `end`, by its punctuation; closing quotes and brackets may come
 * first.
 */
export function breaksAfter(text: string, end: number): boolean {
  return BREAK.test(text.slice(end, end + 8))
}
