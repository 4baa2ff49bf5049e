/**
 * Comma-separated values (RFC 4180, https://www.rfc-editor.org/rfc/rfc4180). Our own, because errors name lines: csv-parse
 * gives a record the line on which it ends, gives a quote that is never closed the last line of the file, and mixes up
 * records where a file has more than one kind of line end.
 */

/** A record and the line of the file that it begins on, counted from 1. */
export interface CsvRecord {
  readonly line: number
  readonly fields: readonly string[]
}

/** A quoted field that is never closed, or has text after its closing quote. */
export interface CsvProblem {
  readonly line: number
  readonly problem: string
}

const PLAIN_FIELD = /[^,\r\n"]*/y
const LINE_END = /\r\n|\n|\r/y

/**
 * The records of a file, empty lines left out; a mark of byte order is passed over, and lines may end as on any
 * system. Answers the first problem instead where quotes are wrong, because what follows cannot be told apart.
 */
export function parseCsv(text: string): readonly CsvRecord[] | CsvProblem {
  const records: CsvRecord[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  let record = { line, fields: [] as string[] }
  const finish = (): void => {
    if (record.fields.length > 1 || record.fields[0] !== '') records.push(record)
  }
  while (at <= text.length) {
    const quoted = quotedAt(text, at)
    const field = quoted ?? matchAt(PLAIN_FIELD, text, at)
    record.fields.push(quoted ? quoted.slice(1, -1).replaceAll('""', '"') : field)
    line += countLines(field)
    at += field.length
    if (at === text.length) break
    const end = matchAt(LINE_END, text, at)
    if (end === '' && text[at] !== ',') return { line, problem: quoteProblem(text, at) }
    at += end === '' ? 1 : end.length
    if (end === '') continue
    finish()
    line++
    record = { line, fields: [] }
  }
  finish()
  return records
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** A field in quotes, with them; undefined where there is none, or its closing quote is missing. */
function quotedAt(text: string, at: number): string | undefined {
  if (text[at] !== '"') return undefined
  let end = text.indexOf('"', at + 1)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end === -1 ? undefined : text.slice(at, end + 1)
}

function quoteProblem(text: string, at: number): string {
  return text[at] === '"'
    ? 'A quote stands alone: put the field in quotes and double the quotes inside it.'
    : 'There is text after the closing quote of a field.'
}

function countLines(field: string): number {
  return field.match(/\r\n|\n|\r/g)?.length ?? 0
}

/**
 * Records as a file, with the line ends that the RFC asks for.
 * @example `toCsv([['word', 'said, as']])` is `'word,"said, as"\r\n'`.
 */
export function toCsv(records: readonly (readonly string[])[]): string {
  return records.map((fields) => `${fields.map(toField).join(',')}\r\n`).join('')
}

function toField(field: string): string {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
