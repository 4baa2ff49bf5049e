const BREAK = /^[\s"”)\]]*[,;:—–.?!]/

/** Whether speech pauses after the word that ends at `end`, for a mark behind it. Quotes and brackets may close before. */
export function breaksAfter(text: string, end: number): boolean {
  return BREAK.test(text.slice(end, end + 8))
}
