/** Words at which a sentence of the language may be split. All in small letters. */
export interface PhraseBreaks {
  readonly conjunctions: ReadonlySet<string>
  readonly prepositions: ReadonlySet<string>
  /** Words of numbers that such a word may follow within the number: "hundred" of "six hundred and fifty". */
  readonly numerals?: ReadonlySet<string>
  /** Syllables that are read at ease between two pauses, if nothing is written. */
  readonly longestGroup: number
}

/**
 * A set of the words in lines of words that are separated by spaces.
 * @example `wordSet('and or', 'but')` is `new Set(['and', 'or', 'but'])`.
 */
export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
