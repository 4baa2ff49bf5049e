import type { ColumnRole, ImportedTable } from '#shared/imports.ts'
import { LANGUAGES, languageOf } from '#shared/languages/languages.ts'
import { parseTime } from '#shared/parse-time.ts'

/** Words by which the first row of a table names what a column holds, in the languages that Griot speaks and in French. */
const HEADERS: readonly (readonly [ColumnRole, RegExp])[] = [
  ['start', /^(start|begin|from|in|time|tc ?in|start[ _-]?time|time ?code|time[ _-]?in|début)\b/],
  ['end', /^(end|stop|to|out|tc ?out|end[ _-]?time|time[ _-]?out|fin)\b/],
  ['language', /^(language|lang|locale|langue|èdè|asụsụ|harshe|ቋንቋ)\b/],
  [
    'speaker',
    /^(speaker|name|character|voice|role|who|actor|narrator|person|talent|cast|personnage|voix|orúkọ|aha|suna|ስም)(?![\p{L}\p{M}])/u,
  ],
  [
    'text',
    /^(text|texts|line|lines|dialogue?|script|sentence|content|words|utterance|transcript|prompt|message|copy|speech|texte|réplique|ọ̀rọ̀|okwu|rubutu|ጽሑፍ)(?![\p{L}\p{M}])/u,
  ],
]

/** Rows that are looked at. */
const SAMPLE_ROWS = 200
/** Share of cells that must look like a time or a language. */
const MOST = 0.8
/** Longest mean length, in characters, of a column of names, and their most different values a cell. */
const NAMES = { length: 30, different: 0.7 } as const

/**
 * Tells what each column of a table holds: by the words of its first row, or else by what stands below. There is always one column of
 * text if the table has any: the one with the longest cells.
 */
export function recogniseColumns(
  rows: readonly (readonly string[])[],
): Pick<ImportedTable, 'hasHeader' | 'roles'> {
  const width = rows.slice(0, SAMPLE_ROWS).reduce((most, row) => Math.max(most, row.length), 0)
  const named = Array.from({ length: width }, (_, column) => headerRole(rows[0]?.[column] ?? ''))
  const hasHeader = rows.length > 1 && isHeader(rows[0] ?? [], named)
  const sample = rows.slice(hasHeader ? 1 : 0, SAMPLE_ROWS)
  const columns = named.map((_, column) =>
    sample.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== ''),
  )
  const roles = unique(
    columns.map((cells, column) => (hasHeader ? named[column] : undefined) ?? roleByContent(cells)),
  )
  return { hasHeader, roles: withText(roles, columns) }
}

function headerRole(cell: string): ColumnRole | undefined {
  const name = cell.normalize('NFC').trim().toLowerCase()
  return name.length > 30 ? undefined : HEADERS.find(([, pattern]) => pattern.test(name))?.[0]
}

/** A first row is a header if it names text, or two things; a name alone may be a speaker's word. */
function isHeader(first: readonly string[], named: readonly (ColumnRole | undefined)[]): boolean {
  const known = named.filter((role) => role !== undefined)
  const isShort = first.every((cell) => cell.trim().length <= 40)
  return (
    isShort &&
    (known.length >= 2 ||
      (known.includes('text') && /^\S+$/.test(first[named.indexOf('text')]?.trim() ?? '')))
  )
}

function roleByContent(cells: readonly string[]): ColumnRole | undefined {
  if (cells.length === 0) return 'none'
  const share = (matches: (cell: string) => boolean): number =>
    cells.filter(matches).length / cells.length
  if (share((cell) => /\d[:.,]\d/.test(cell) && parseTime(cell) !== undefined) >= MOST)
    return 'start'
  if (share(namesLanguage) >= MOST) return 'language'
  if (share((cell) => /^[\d\s.,:#-]+$/.test(cell)) >= MOST) return 'none'
  return undefined
}

/** Whether a cell is the code or the name of a language. */
function namesLanguage(cell: string): boolean {
  const folded = cell.toLowerCase()
  if (cell.length > 20) return false
  return (
    LANGUAGES.some(({ name }) => name.toLowerCase() === folded) ||
    (/^[a-z]{2,3}([-_][a-z]{2,4})?$/i.test(cell) && languageOf(cell) !== undefined)
  )
}

/** Of two columns of times, the second is the end; of any other role, the first column keeps it. */
function unique(roles: readonly (ColumnRole | undefined)[]): (ColumnRole | undefined)[] {
  const seen = new Set<ColumnRole>()
  return roles.map((role) => {
    if (role === undefined || role === 'none') return role
    const free = role === 'start' && seen.has('start') ? 'end' : role
    if (seen.has(free)) return 'none'
    seen.add(free)
    return free
  })
}

/** Gives the roles that are still open: the longest cells are the text, short cells that come again are names. */
function withText(
  roles: readonly (ColumnRole | undefined)[],
  columns: readonly (readonly string[])[],
): ColumnRole[] {
  const open = roles.flatMap((role, column) => (role === undefined ? [column] : []))
  const text = roles.includes('text')
    ? undefined
    : open.toSorted((one, other) => meanLength(columns[other]) - meanLength(columns[one]))[0]
  const speaker = roles.includes('speaker')
    ? undefined
    : open.find((column) => column !== text && areNames(columns[column] ?? []))
  return roles.map((role, column) => {
    if (column === text) return 'text'
    if (column === speaker) return 'speaker'
    return role ?? 'none'
  })
}

function areNames(cells: readonly string[]): boolean {
  return (
    cells.length > 0 &&
    meanLength(cells) <= NAMES.length &&
    (cells.length < 4 || new Set(cells).size / cells.length <= NAMES.different)
  )
}

function meanLength(cells: readonly string[] = []): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, cells.length)
}
