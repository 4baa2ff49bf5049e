import { LANGUAGES } from '#shared/languages/languages.ts'

/** A text without its stage directions, and these. */
export interface Directed {
  readonly spoken: string
  /** With their brackets, as written. */
  readonly directions: readonly string[]
}

const CODES = LANGUAGES.map(({ code }) => code).join('|')
/** What docs/markup.md says of brackets: Griot's controls, and text that looks like one, which it refuses rather than ignores. */
const MARKUP = new RegExp(
  String.raw`^\s*(?:/?\s*(?:${CODES}|spell)\s*$|(?:${CODES})\s*:|/|(?:pause|say|ipa|spell)\b|\p{L}+\s+\d+(?:\.\d+)?\s*m?s\s*$)`,
  'iu',
)
/** Square brackets with a letter in them; not \[, which is text. */
const SQUARE = /(?<!\\)\[([^\][\n]{1,200})\]/gu
const ROUND = /\(([^)(\n]{1,80})\)/gu
/** Most words of a direction in round brackets: longer ones are an aside that is said. */
const MOST_WORDS = 6

/**
 * Takes the stage directions out of a text: "[door closes]" anywhere, "(laughing)" where somebody's words are (`isDialogue`), or where it
 * begins or is the whole text. Griot's own markup and SSML stay.
 */
export function withoutDirections(text: string, isDialogue: boolean): Directed {
  if (text.trimStart().startsWith('<speak')) return { spoken: text, directions: [] }
  const directions: string[] = []
  const take = (written: string): string => {
    directions.push(written)
    return ' '
  }
  const spoken = text
    .replaceAll(SQUARE, (written, inner: string) =>
      /\p{L}/u.test(inner) && !MARKUP.test(inner) ? take(written) : written,
    )
    .replaceAll(ROUND, (written, inner: string, at: number, whole: string) => {
      const isAtStart = whole.slice(0, at).trim() === ''
      return (isDialogue || isAtStart) && isShort(inner) ? take(written) : written
    })
  if (directions.length === 0) return { spoken: text, directions }
  // No space stays before a full stop.
  return {
    spoken: spoken
      .replaceAll(/ +([.,;!?…])/g, '$1')
      .replaceAll(/ {2,}/g, ' ')
      .trim(),
    directions,
  }
}

function isShort(inner: string): boolean {
  return /^\p{L}[^\d]*$/u.test(inner.trim()) && inner.trim().split(/\s+/).length <= MOST_WORDS
}
