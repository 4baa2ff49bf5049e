import Papa from 'papaparse'
import { IMPORT_LIMITS } from '#shared/imports.ts'
import { isScriptHeader, unshieldCell } from '#shared/table-cells.ts'
import { recogniseColumns } from './column-roles.ts'
import { counted } from './decode-text.ts'
import type { FoundContent } from './table-or-pieces.ts'

/** A character that no file uses between columns. */
const NO_DELIMITER = '\u001f'
const MOST_COLUMNS = 100

/**
 * Reads comma-, semicolon- or tab-separated values. The delimiter is told from the file; a file whose first row has one column has one
 * column, whatever its texts contain. The texts of a script that Griot has exported are those that were exported. Rows beyond the limit are counted and left out, which a warning says.
 */
export function readTable(text: string, name: string): FoundContent {
  const delimiter = delimiterOf(text, name)
  const rows: string[][] = []
  const warnings: string[] = []
  let total = 0
  let wide = 0
  let open = 0
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: 'greedy',
    step({ data, errors }) {
      total++
      if (data.length > MOST_COLUMNS) wide++
      if (errors.some(({ code }) => code === 'MissingQuotes')) open = total
      if (rows.length < IMPORT_LIMITS.pieces) rows.push(data.slice(0, MOST_COLUMNS))
    },
  })
  if (total > rows.length)
    warnings.push(
      `The file has ${counted(total, 'row')}; the first ${rows.length.toLocaleString('en')} were read. Divide it to import the others.`,
    )
  if (open > 0)
    warnings.push(
      `Row ${open.toLocaleString('en')} has a quotation mark that is never closed, so that everything after it stands in one cell. Check the end of the import.`,
    )
  if (wide > 0)
    warnings.push(`Of ${counted(wide, 'row')}, only the first ${MOST_COLUMNS} columns were read.`)
  const isOurs = isScriptHeader(rows[0])
  const texts = isOurs ? rows.map((row) => row.map(unshieldCell)) : rows
  return { content: { kind: 'table', rows: texts, ...recogniseColumns(texts) }, warnings }
}

function delimiterOf(text: string, name: string): string {
  if (/\.(tsv|tab)$/i.test(name)) return '\t'
  const { data, meta } = Papa.parse<string[]>(text.slice(0, 256 * 1024), {
    preview: 50,
    skipEmptyLines: 'greedy',
  })
  const [first] = data
  return first === undefined || first.length <= 1 ? NO_DELIMITER : meta.delimiter
}
