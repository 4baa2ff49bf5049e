/**
 * How figures are said where speakers have a choice: in the counting the language had before schools taught another
 * (Yoruba and Igbo by scores), in its decimal counting, or in English words.
 */
export type NumberStyle = 'traditional' | 'decimal' | 'english'

/** What a user may choose about how a text is read. Whatever is left out is as speakers of the language expect. */
export interface ReadingOptions {
  readonly numbers?: NumberStyle
}
