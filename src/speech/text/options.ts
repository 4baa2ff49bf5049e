import type { NumberStyle } from '#shared/script.ts'

/** Choices of a user in how a text is read. Defaults are those of the language's speakers. */
export interface ReadingOptions {
  readonly numbers?: NumberStyle
}
