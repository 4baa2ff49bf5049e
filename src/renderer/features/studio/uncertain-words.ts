import { t } from '#renderer/i18n/i18n.ts'
import type { MarkedWord } from '#shared/diacritics.ts'

/** Words below this confidence are listed for the reader to check. */
const CONFIDENT = 0.8
const MAX_NAMED = 6

/** Whether a person should look at the marks of a word: they are not certain, and there are others. */
export function isDoubtful({ confidence, alternatives }: MarkedWord): boolean {
  return confidence < CONFIDENT && alternatives.length > 0
}

/** Sentence that lists the least certain words, each with an alternative. */
export function describeUncertainWords(words: readonly MarkedWord[]): string {
  const named = words
    .filter(isDoubtful)
    .toSorted((one, other) => one.confidence - other.confidence)
    .map(({ restored, alternatives }) =>
      t('studio:diacritics.wordOr', { word: restored, other: alternatives[0]?.form ?? '' }),
    )
  if (named.length === 0) return t('studio:diacritics.certain')
  const list = named.slice(0, MAX_NAMED).join(', ')
  const count = named.length - MAX_NAMED
  return count > 0
    ? t('studio:diacritics.checkMore', { words: list, count })
    : t('studio:diacritics.check', { words: list })
}
