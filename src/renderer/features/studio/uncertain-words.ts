import type { MarkedWord } from '#shared/diacritics.ts'

/** Words below this confidence are listed for the reader to check. */
const CONFIDENT = 0.8
const MAX_NAMED = 6

/** Sentence that lists the least certain words, each with an alternative. */
export function describeUncertainWords(words: readonly MarkedWord[]): string {
  const named = words
    .filter(({ confidence, alternatives }) => confidence < CONFIDENT && alternatives.length > 0)
    .toSorted((one, other) => one.confidence - other.confidence)
    .map(({ restored, alternatives }) => `${restored} (or ${alternatives[0]?.form})`)
  if (named.length === 0) return 'All words are fairly certain.'
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : ''
  return `Please check ${named.slice(0, MAX_NAMED).join(', ')}${more}.`
}
