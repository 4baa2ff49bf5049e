import { TEXT_LIMIT } from '#shared/script.ts'

/** The end of a sentence, with closing quotation marks or brackets, before a space. */
const SENTENCE_END = /[.!?።፧…؟][”"’')\]»]*\s/gu
/** How far back from the limit the end of a sentence is looked for, in characters. */
const REACH = 5_000

/**
 * Divides a text that is too long for a line: at the last end of a sentence that fits, else at the last space, and never within a character.
 * @example `splitLongText('Short.')` is `['Short.']`.
 */
export function splitLongText(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > TEXT_LIMIT) {
    const at = placeToCut(rest)
    parts.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  return [...parts, rest]
}

function placeToCut(text: string): number {
  const from = TEXT_LIMIT - REACH
  const end = [...text.slice(from, TEXT_LIMIT + 1).matchAll(SENTENCE_END)].at(-1)
  if (end) return from + end.index + end[0].length - 1
  const space = text.lastIndexOf(' ', TEXT_LIMIT)
  if (space > 0) return space
  return /[\uD800-\uDBFF]/.test(text.charAt(TEXT_LIMIT - 1)) ? TEXT_LIMIT - 1 : TEXT_LIMIT
}
