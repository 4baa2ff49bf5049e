import type { ImportedFile, Piece } from '#shared/imports.ts'
import { recogniseColumns } from './column-roles.ts'

/** What a reader found in a file. */
export interface FoundContent {
  readonly content: ImportedFile['content']
  readonly warnings: readonly string[]
}

/** A table within a document. */
interface DocumentTable {
  readonly rows: readonly (readonly string[])[]
}

/** Longest text of a cell that is taken as a name. */
const LONGEST_NAME = 60

/**
 * Content of a document: its only table, if it holds nothing else; otherwise pieces, to which tables of two columns give a speaker and
 * his words in each row, and other tables a piece for each cell.
 */
export function tableOrPieces(parts: readonly (Piece | DocumentTable)[]): ImportedFile['content'] {
  const [first] = parts
  if (first && parts.length === 1 && 'rows' in first) {
    const rows = first.rows.map((row) => [...row])
    return { kind: 'table', rows, ...recogniseColumns(rows) }
  }
  const pieces = parts.flatMap((part) => ('rows' in part ? cellPieces(part) : [part]))
  return { kind: 'pieces', pieces }
}

function cellPieces({ rows }: DocumentTable): Piece[] {
  const hasNames = rows.every(
    (row) => row.length === 2 && (row[0] ?? '').trim().length <= LONGEST_NAME,
  )
  return rows.flatMap((row) => {
    const [name = '', ...words] = row.map((cell) => cell.trim())
    if (hasNames && name !== '')
      return linesOf(words.join('\n')).map((text) => ({ text, speaker: name }))
    return [name, ...words].flatMap((cell) => linesOf(cell).map((text) => ({ text })))
  })
}

function linesOf(cell: string): string[] {
  return cell
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/**
 * A warning about what was left out of a file; none for nothing.
 * @example `leftOut(2, 'note', 'notes')` is `['2 notes were left out.']`.
 */
export function leftOut(number: number, one: string, many: string): string[] {
  if (number === 0) return []
  return [
    number === 1
      ? `1 ${one} was left out.`
      : `${number.toLocaleString('en')} ${many} were left out.`,
  ]
}
