import { findData, readLines, UsageError } from './measure.ts'

/**
 * The texts of a reference file: its lines, or one column of a table with tabs (a number from 1, or a name from the first
 * row), or one field of JSON Lines, at the top or inside an object there, as the MAFAND corpus has them. Line breaks inside a
 * text become spaces. Throws MissingData, and UsageError where there is no such column.
 */
export function readTexts(
  path: string,
  column: string | undefined,
  origin: string,
): readonly string[] {
  const lines = readLines(findData(path, origin))
  if (column === undefined) return lines
  const texts = /\.jsonl?$/.test(path)
    ? lines.map((line) => fieldOf(JSON.parse(line), column))
    : columnOf(lines, column)
  return texts.map((text) => {
    if (text === undefined) throw new UsageError(`${path} has no column "${column}".`)
    return text.replaceAll('\n', ' ')
  })
}

function columnOf(lines: readonly string[], column: string): readonly (string | undefined)[] {
  const rows = lines.map((line) => line.replace(/\r$/, '').split('\t'))
  if (/^\d+$/.test(column)) return rows.map((row) => row[Number(column) - 1])
  const at = rows[0]?.indexOf(column) ?? -1
  return rows.slice(1).map((row) => row[at])
}

function fieldOf(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = Object.entries(value)
  const own = fields.find(([key]) => key === name)?.[1]
  if (typeof own === 'string') return own
  for (const [, inner] of fields) {
    const found = fieldOf(inner, name)
    if (found !== undefined) return found
  }
  return undefined
}
