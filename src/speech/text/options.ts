import type { NumberStyle } from '#shared/script.ts'

/** What a user may choose about how a text is read. Whatever is left out is as speakers of the language expect. */
export interface ReadingOptions {
  readonly numbers?: NumberStyle
}
