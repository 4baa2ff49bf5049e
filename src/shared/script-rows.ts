import type { ScriptLine } from './script.ts'
import { SCRIPT_COLUMNS, shieldCell } from './table-cells.ts'

/** The lines of a script and the names and languages of its voices. */
interface NamedScript {
  readonly lines: readonly ScriptLine[]
  readonly voices: Readonly<Record<string, { readonly name: string; readonly language: string }>>
}

/** The rows of a script as a table, below a header of `SCRIPT_COLUMNS`; no text is one that a spreadsheet would calculate. */
export function scriptRows({ lines, voices }: NamedScript): readonly (readonly string[])[] {
  let chapter = ''
  let number = 0
  return lines.flatMap((line) => {
    if (line.kind === 'chapter') {
      chapter = line.text
      return []
    }
    number += 1
    const { name, language } = voices[line.voice] ?? { name: line.voice, language: '' }
    const { speed, pitch, volume, pauseAfter, original } = line
    const cells = {
      number,
      chapter: shieldCell(chapter),
      voice: shieldCell(name),
      language: line.language ?? language,
      ...{ speed, pitch, volume },
      pause_after: pauseAfter,
      text: shieldCell(line.text),
      comment: shieldCell(line.comment ?? ''),
      original_language: original?.language,
      original: shieldCell(original?.text ?? ''),
    }
    const byName: Readonly<Record<string, string | number | undefined>> = cells
    return [SCRIPT_COLUMNS.map((column) => String(byName[column] ?? ''))]
  })
}

/**
 * A script as a table in CSV (RFC 4180), with a byte order mark, by which spreadsheets know UTF-8.
 * Griot imports it again with voices, languages and settings of the lines.
 */
export function scriptCsv(script: NamedScript): string {
  const rows = [SCRIPT_COLUMNS, ...scriptRows(script)]
  return `\ufeff${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
