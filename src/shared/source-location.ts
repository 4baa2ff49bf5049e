/** How much of a long line is shown, in characters as people count them. */
const BEFORE = 30
const AFTER = 30
/** No character that people write takes more code units than this; a heap of marks is cut. */
const MOST_UNITS = 4_000

/**
 * Where in a text something is wrong, for the end of a message: line and column (counted from 1, in characters as
 * people count them), and the line with a caret under the place. `offset` counts UTF-16 code units from 0.
 * @example `formatSourceLocation('one two', 4)` is `'line 1, column 5:\none two\n    ^'`.
 */
export function formatSourceLocation(source: string, offset: number): string {
  const before = source.slice(0, offset).split(/\r\n?|\n/)
  const line = before.length
  const [start = ''] = before.slice(-1)
  const rest = source.slice(offset, offset + MOST_UNITS).split(/[\r\n]/)[0] ?? ''
  const left = characters(start.slice(-MOST_UNITS))
  const column = start.length > MOST_UNITS ? start.length + 1 : left.length + 1
  const shownLeft = left.slice(-BEFORE)
  const shownRight = characters(rest).slice(0, AFTER)
  const cut = left.length > BEFORE ? '…' : ''
  const excerpt = `${cut}${[...shownLeft, ...shownRight].map(plain).join('')}`
  const caret = `${' '.repeat(cut.length + shownLeft.length)}^`
  return `line ${line}, column ${column}:\n${excerpt}\n${caret}`
}

function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}

/** One character as one that a terminal can show in one line: a tab as a space, ten thousand marks as a few. */
function plain(character: string): string {
  return /^[\p{Cc}\p{Zs}]/u.test(character) ? ' ' : character.slice(0, 16).toWellFormed()
}
