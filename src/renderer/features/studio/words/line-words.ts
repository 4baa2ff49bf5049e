import type { TextRange } from '#renderer/features/studio/find/find-matches.ts'
import { type MarkupToken, markupTokens } from '#renderer/features/studio/markup/markup-tokens.ts'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’ʼ-](?=[\p{L}\p{N}]))*/gu

/** The word at a place of a text, controls of the markup left out; undefined where there is none. */
export function wordAt(text: string, offset: number): TextRange | undefined {
  for (const { kind, source, at } of markupTokens(text)) {
    if (kind !== 'text' || offset < at || offset > at + source.length) continue
    for (const { 0: word, index } of source.matchAll(WORD)) {
      const range = { start: at + index, end: at + index + word.length }
      if (range.start <= offset && offset <= range.end) return range
    }
  }
  return undefined
}

/** The range without the spaces and marks of punctuation at its edges; undefined where nothing else is in it. */
export function trimmedToWords(text: string, { start, end }: TextRange): TextRange | undefined {
  const words = Array.from(text.slice(start, end).matchAll(WORD))
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return undefined
  return { start: start + first.index, end: start + last.index + last[0].length }
}

/**
 * A text of which only what is read in one language is left: controls and spans of other languages are spaces, so that places stay.
 * @example `partIn('[en]Hi[/en] oko', 'yo', 'yo')` is `'            oko'`.
 */
export function partIn(text: string, wanted: LanguageCode, own: LanguageCode): string {
  const spans: (LanguageCode | undefined)[] = [own]
  const kept = ({ kind, source }: MarkupToken): string => {
    if (kind === 'text' && spans.at(-1) === wanted) return source
    if (kind === 'open') spans.push(languageOfSpan(source, spans.at(-1)))
    if (kind === 'close' && spans.length > 1) spans.pop()
    return ' '.repeat(source.length)
  }
  return markupTokens(text).map(kept).join('')
}

/**
 * The pieces of a text that are read in its own language, without its controls and the spans of other languages; `start` is where one begins.
 * @example `piecesOfOwnLanguage('Oko [en]a farm[/en] ni.', 'yo')` is `[{ start: 0, text: 'Oko ' }, { start: 19, text: ' ni.' }]`.
 */
export function piecesOfOwnLanguage(
  text: string,
  own: LanguageCode,
): readonly { readonly start: number; readonly text: string }[] {
  // As partIn blanks what is of another language, so a piece is what it keeps of each stretch of text.
  const kept = partIn(text, own, own)
  return markupTokens(text).flatMap(({ kind, source, at }) =>
    kind === 'text' && kept.startsWith(source, at) && source.trim() !== ''
      ? [{ start: at, text: source }]
      : [],
  )
}

/** The language inside a span; undefined where its letters are spelled. */
function languageOfSpan(
  source: string,
  around: LanguageCode | undefined,
): LanguageCode | undefined {
  const name = source.slice(1, -1).toLowerCase()
  if (name === 'spell') return undefined
  return name === 'emphasis' ? around : languageOf(name)
}
