import type { PronunciationDraft } from '#shared/pronunciation.ts'
import { type CsvRecord, parseCsv, toCsv } from './csv.ts'
import type { FoundEntry } from './import.ts'

/** The columns of an exported file. An imported one needs `word` and one of `say_as` and `ipa`, in any order. */
const COLUMNS = ['word', 'say_as', 'ipa', 'language', 'scope', 'project', 'case_sensitive'] as const
type Column = (typeof COLUMNS)[number]

/** The entries of a CSV file, and what is wrong with its lines. `projectId`: where entries without a scope go. */
export function entriesFromCsv(text: string, projectId: string | undefined): readonly FoundEntry[] {
  const records = parseCsv(text)
  if ('problem' in records) return [records]
  const [header, ...rows] = records
  if (!header) return [{ line: 1, problem: 'The file is empty.' }]
  const columns = header.fields.map((name) => name.trim().toLowerCase())
  const problem = headerProblem(columns)
  if (problem) return [{ line: header.line, problem }]
  return rows.map((row) => entryOf(row, columns, projectId))
}

/** Entries as a CSV file that `entriesFromCsv` reads back as they are. */
export function toCsvFile(entries: readonly PronunciationDraft[]): string {
  const rows = entries.map(({ word, saidAs, language, scope, caseSensitive }) => [
    word,
    saidAs.kind === 'text' ? saidAs.text : '',
    saidAs.kind === 'ipa' ? saidAs.ipa : '',
    language ?? '',
    scope.kind,
    scope.kind === 'project' ? scope.projectId : '',
    caseSensitive ? 'yes' : 'no',
  ])
  return toCsv([COLUMNS, ...rows])
}

function headerProblem(columns: readonly string[]): string | undefined {
  const names: readonly string[] = COLUMNS
  const unknown = columns.find((name) => !names.includes(name))
  if (unknown !== undefined)
    return `The first line names the columns. "${unknown.slice(0, 40)}" is none of ${COLUMNS.join(', ')}.`
  if (new Set(columns).size < columns.length) return 'The first line names a column twice.'
  if (!columns.includes('word') || !(columns.includes('say_as') || columns.includes('ipa')))
    return 'The first line must name the columns word and say_as or ipa.'
  return undefined
}

function entryOf(
  { line, fields }: CsvRecord,
  columns: readonly string[],
  projectId: string | undefined,
): FoundEntry {
  if (fields.length !== columns.length)
    return { line, problem: `It has ${fields.length} fields, the first line ${columns.length}.` }
  const value = (column: Column): string => fields[columns.indexOf(column)]?.trim() ?? ''
  const [sayAs, ipa, scope, project] = [
    value('say_as'),
    value('ipa'),
    value('scope'),
    value('project'),
  ]
  if ((sayAs === '') === (ipa === '')) return { line, problem: 'Give either say_as or ipa.' }
  if (scope === 'project' && project === '') return { line, problem: 'The project is missing.' }
  if (!['', 'global', 'project'].includes(scope))
    return { line, problem: `The scope is global or project, not "${scope.slice(0, 40)}".` }
  const caseSensitive = truthOf(value('case_sensitive'))
  if (caseSensitive === undefined) return { line, problem: 'case_sensitive is yes or no.' }
  const owner = scope === 'project' ? project : scope === '' ? projectId : undefined
  const draft = {
    word: value('word'),
    saidAs: ipa === '' ? { kind: 'text', text: sayAs } : { kind: 'ipa', ipa },
    ...(value('language') === '' ? {} : { language: value('language') }),
    scope: owner === undefined ? { kind: 'global' } : { kind: 'project', projectId: owner },
    caseSensitive,
  }
  return { line, draft }
}

function truthOf(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (['yes', 'true', '1'].includes(word)) return true
  return ['', 'no', 'false', '0'].includes(word) ? false : undefined
}
