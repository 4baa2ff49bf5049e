import type { WordLanguage } from './detect-words.ts'
import type { DetectedLanguage } from './features.ts'

/** A piece of a text whose words are all in one language. */
export interface LanguageSpan {
  readonly text: string
  /** Place in the text in UTF-16 units; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly language: DetectedLanguage
}

/** Neighbouring words in the same language as one span each, from the first word to the last. */
export function languageSpans(
  text: string,
  words: readonly WordLanguage[],
): readonly LanguageSpan[] {
  const spans: LanguageSpan[] = []
  for (const { start, end, language } of words) {
    const last = spans.at(-1)
    const isSame = last?.language === language
    const from = isSame ? last.start : start
    if (isSame) spans.pop()
    spans.push({ text: text.slice(from, end), start: from, end, language })
  }
  return spans
}
