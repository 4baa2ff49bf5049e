/** The columns of a script that was exported as a table. */
export const SCRIPT_COLUMNS: readonly string[] = [
  ...['number', 'chapter', 'voice', 'language', 'speed', 'pitch', 'volume', 'pause_after'],
  ...['text', 'comment', 'original_language', 'original'],
]

/** What a spreadsheet takes for a formula, behind any apostrophes. The wide signs are those of East Asian keyboards. */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/
const MARKED = /^'(?='*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20]))/

/**
 * A text as it stands in a table: behind an apostrophe where a spreadsheet would calculate it, which makes it text there.
 * @example `shieldCell('=1+1')` is `"'=1+1"`.
 * @example `shieldCell('Ẹ káàárọ̀')` is `'Ẹ káàárọ̀'`.
 */
export function shieldCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/**
 * The text of a cell that `shieldCell` gave.
 * @example `unshieldCell("'=1+1")` is `'=1+1'`.
 * @example `unshieldCell("'tis")` is `"'tis"`.
 */
export function unshieldCell(cell: string): string {
  return cell.replace(MARKED, '')
}

/** Whether the first row of a table is that of a script which Griot has exported. */
export function isScriptHeader(row: readonly string[] | undefined): boolean {
  return row !== undefined && SCRIPT_COLUMNS.every((name, column) => row[column]?.trim() === name)
}
