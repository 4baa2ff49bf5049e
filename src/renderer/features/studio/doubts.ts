import type { MarkedWord } from '#shared/diacritics.ts'

/** A word that is less sure than this is named, so that a reader looks at it. */
const SURE = 0.8
const MOST_NAMED = 6

/** The words whose marks are least sure, with what else they may be. */
export function doubtsIn(words: readonly MarkedWord[]): string {
  const named = words
    .filter(({ confidence, alternatives }) => confidence < SURE && alternatives.length > 0)
    .toSorted((one, other) => one.confidence - other.confidence)
    .map(({ restored, alternatives }) => `${restored} (or ${alternatives[0]?.form})`)
  if (named.length === 0) return 'Every word is fairly sure.'
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : ''
  return `Look again at ${named.slice(0, MOST_NAMED).join(', ')}${more}.`
}
