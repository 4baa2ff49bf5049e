import { LANGUAGES } from '#shared/languages/languages.ts'

/** A place in a live text that matters for sentence boundaries. `torn`: it may continue in the next piece of text. */
export type BoundaryMarker = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'passed' | 'torn' | 'line' }
  /** A span of markup opens. */
  | { readonly kind: 'open' }
  /** `closes`: spans of markup that close there. */
  | { readonly kind: 'close' | 'stop'; readonly closes: number }
)

const STOPS = '.!?…‼⁇⁈⁉‽؟。።፧፨।॥։۔'
const SPAN = `(?:${[...LANGUAGES.map(({ code }) => code), 'spell', 'emphasis'].join('|')})`
const CLOSING = String.raw`["'”’»)\]*_]*`
const STOP = `(?:[${STOPS}]|፡ ?፡)[${STOPS}፡]*${CLOSING}`

const MARKER = new RegExp(
  [
    String.raw`(?<passed>\\\[)`,
    String.raw`(?<open>\[${SPAN}\])`,
    String.raw`(?<close>\[/${SPAN}\])`,
    String.raw`\[(?:say|ipa|pause)(?![\p{L}\p{M}])[^[\]\n]{0,1000}(?:\]|(?<torn>$))`,
    String.raw`(?<line>[\n\r\v\f\u0085\u2028\u2029])`,
    String.raw`(?<stop>${STOP}(?:\[/${SPAN}\]${CLOSING})*)`,
    String.raw`(?<partial>\[[/\p{L}]{0,9}$|\\$)`,
  ].join('|'),
  'giu',
)
const PARTIAL_BRACKET = /^\[[/\p{L}]{0,9}$/u
const SPAN_ENDS = /\[\//g
const LAST_STOP = new RegExp(String.raw`${STOP}\s*$`, 'u')
const TAGS = new RegExp(String.raw`\[/?${SPAN}\]`, 'gi')
/** Marks after which the next sentence may follow without a space. */
const STOP_WITHOUT_SPACE = /[。።፧፨।॥፡]["'”’»)\]*_]*$/u

/** The first landmark of `text` at or after `from`. */
export function nextBoundaryMarker(text: string, from: number): BoundaryMarker | undefined {
  MARKER.lastIndex = from
  const found = MARKER.exec(text)
  if (!found?.groups) return undefined
  const { open, close, torn, line, stop, partial } = found.groups
  const start = found.index
  const end = start + found[0].length
  if (open) return { kind: 'open', start, end }
  if (close) return { kind: 'close', start, end, closes: 1 }
  if (line) return { kind: 'line', start, end }
  if (torn !== undefined || partial !== undefined) return { kind: 'torn', start, end }
  if (stop === undefined) return { kind: 'passed', start, end }
  if (end === text.length || PARTIAL_BRACKET.test(text.slice(end, end + 9)))
    return { kind: 'torn', start, end }
  const closes = stop.match(SPAN_ENDS)?.length ?? 0
  // A full stop inside "3.5" or "example.com" ends nothing.
  const mayEnd = /\s/u.test(text.charAt(end)) || STOP_WITHOUT_SPACE.test(stop)
  return { kind: mayEnd ? 'stop' : 'close', start, end, closes }
}

/** Whether the last mark of a text is one that may end a sentence. */
export function endsInStop(text: string): boolean {
  return LAST_STOP.test(text.slice(-200))
}

/** Removes the tags of markup spans from a text. */
export function withoutSpans(text: string): string {
  return text.replace(TAGS, '')
}
