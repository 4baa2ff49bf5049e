import type { TranslationStyle } from '#shared/translation.ts'

/** A text after the rules of its language. */
export interface StyledText {
  readonly text: string
  /** Whether the text now has the style: the rules have changed it, or there was nothing to change. */
  readonly isUsed: boolean
}

/**
 * Rules of address of a language. They change a text only where that is safe, and a second time change nothing. Undefined
 * where they have nothing for a style. Characters of private use stay where they are.
 */
export type StyleRules = (style: TranslationStyle) => ((text: string) => StyledText) | undefined

/** Letters that belong to a word: a mask, which stands for a protected span, does not. */
export const IN_WORD = String.raw`[\p{L}\p{M}\p{N}]`

/** Regular expression for one of `words` between other letters, in any letter case. */
export function wordsPattern(words: readonly string[]): RegExp {
  return new RegExp(`(?<!${IN_WORD})(?:${words.join('|')})(?!${IN_WORD})`, 'giu')
}

/** `replacement` with the capital that `word` begins with. */
export function withCaseOf(word: string, replacement: string): string {
  const [first = ''] = word
  const isCapital = first !== first.toLowerCase()
  return isCapital ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement
}
