import type { Conflict, ScriptLine } from './script.ts'
import {
  type Change,
  type ChangeOf,
  fieldsThatDiffer,
  LINE_FIELDS,
  type LineField,
  type Place,
  sameField,
  withFields,
} from './script-changes.ts'

/**
 * The changes `mine` as they are to be taken after `theirs`, where both were made on the same script. What touches
 * different lines, or different fields of a line, is taken as it is. The same field changed in two ways becomes a
 * conflict: theirs stays in the script, mine beside it, for `window` to be asked. An edit wins over a deletion, from
 * whichever side. Insertions at one place are all kept; a line that both have moved goes where mine has it.
 */
export function mergeChanges(
  theirs: readonly Change[],
  mine: readonly Change[],
  window: string,
): Change[] {
  if (theirs.length === 0) return [...mine]
  const seen = summaryOf(theirs)
  return mine.flatMap((change) => mergeOne(seen, change, window))
}

/** All that others have done with a line. */
interface LineSummary {
  /** The line as they last wrote it, and which of its fields they wrote. */
  readonly line?: ScriptLine
  readonly fields: readonly LineField[]
  /** Where it stood, if they have deleted it. */
  readonly removed?: Place
  readonly isContested?: boolean
}
interface Summary {
  title: string | undefined
  readonly lines: Map<string, LineSummary>
}

function summaryOf(changes: readonly Change[]): Summary {
  const summary: Summary = { title: undefined, lines: new Map() }
  const of = (id: string): LineSummary => summary.lines.get(id) ?? { fields: [] }
  for (const change of changes) {
    if (change.kind === 'title') summary.title = change.title
    if (change.kind === 'insert')
      for (const line of change.lines) summary.lines.set(line.id, { line, fields: LINE_FIELDS })
    if (change.kind === 'set')
      summary.lines.set(change.line.id, written(of(change.line.id), change))
    if (change.kind === 'remove') {
      const { id, kind: _, ...removed } = change
      summary.lines.set(id, { fields: [], removed })
    }
    if (change.kind === 'contest' && change.conflict.kind === 'line') {
      const { id } = change.conflict.line
      summary.lines.set(id, { ...of(id), isContested: true })
    }
  }
  return summary
}

function written({ line, fields, ...rest }: LineSummary, set: ChangeOf<'set'>): LineSummary {
  return {
    ...rest,
    line: line ? withFields(line, set.line, set.fields) : set.line,
    fields: [...new Set([...fields, ...set.fields])],
  }
}

function mergeOne(seen: Summary, change: Change, window: string): Change[] {
  switch (change.kind) {
    case 'title':
      return mergeTitle(seen.title, change, window)
    case 'set':
      return mergeLine(seen, change.line, change.fields, window) ?? [change]
    case 'insert':
      return mergeInsert(seen, change, window)
    case 'remove':
      return isEdited(seen.lines.get(change.id)) ? [] : [change]
    case 'contest':
      return mergeContest(seen, change)
    case 'move':
    case 'settings':
    case 'settle':
      return [change]
  }
}

function mergeTitle(
  theirs: string | undefined,
  change: ChangeOf<'title'>,
  window: string,
): Change[] {
  if (theirs === undefined || theirs === change.title) return [change]
  const id = conflictId(window, undefined)
  return [contest({ kind: 'title', id, by: window, title: change.title })]
}

/** Resolution of fields that were written into a line that others have changed too; undefined where both fit. */
function mergeLine(
  seen: Summary,
  line: ScriptLine,
  fields: readonly LineField[],
  window: string,
): Change[] | undefined {
  const theirs = seen.lines.get(line.id)
  if (theirs?.removed) return [{ kind: 'insert', lines: [line], ...theirs.removed }]
  if (!theirs?.line) return undefined
  const { line: theirLine, fields: theirFields } = theirs
  const other = theirFields.filter((field) => !fields.includes(field))
  const both = fields.filter((field) => theirFields.includes(field))
  if (!both.some((field) => clash(theirLine, line, field)))
    return keepChosenLanguage(theirLine, line, fields, both)
  const version = withFields(line, theirLine, other)
  const id = conflictId(window, line.id)
  return [contest({ kind: 'line', id, by: window, line: version })]
}

/**
 * A language that follows what is written is told again: only two that people chose are a question. Nobody writes the times of a
 * recording, which follow from cutting and joining lines.
 */
function clash(theirs: ScriptLine, mine: ScriptLine, field: LineField): boolean {
  if (field === 'heardAt' || sameField(theirs, mine, field)) return false
  return field !== 'language' || Boolean(theirs.languageChosen && mine.languageChosen)
}

function keepChosenLanguage(
  theirs: ScriptLine,
  line: ScriptLine,
  fields: readonly LineField[],
  both: readonly LineField[],
): Change[] {
  const isTheirs = both.includes('language') && theirs.languageChosen && !line.languageChosen
  const kept = isTheirs ? fields.filter((field) => field !== 'language') : [...fields]
  return kept.length > 0 ? [{ kind: 'set', line, fields: kept }] : []
}

/** A line that others have brought back meanwhile is the same line, written twice. */
function mergeInsert(seen: Summary, change: ChangeOf<'insert'>, window: string): Change[] {
  const twice = change.lines.filter(({ id }) => seen.lines.get(id)?.line)
  if (twice.length === 0) return [change]
  const lines = change.lines.filter((line) => !twice.includes(line))
  const rest: Change[] = lines.length > 0 ? [{ ...change, lines }] : []
  const merged = twice.flatMap((line) => {
    const theirs = seen.lines.get(line.id)?.line
    const fields = theirs ? fieldsThatDiffer(theirs, line) : []
    return fields.length > 0 ? (mergeLine(seen, line, fields, window) ?? []) : []
  })
  return [...rest, ...merged]
}

function isEdited(theirs: LineSummary | undefined): boolean {
  return theirs?.line !== undefined || theirs?.isContested === true
}

function mergeContest(seen: Summary, change: ChangeOf<'contest'>): Change[] {
  const { conflict } = change
  const removed = conflict.kind === 'line' ? seen.lines.get(conflict.line.id)?.removed : undefined
  if (conflict.kind === 'title' || !removed) return [change]
  return [{ kind: 'insert', lines: [conflict.line], ...removed }]
}

function contest(conflict: Conflict): Change {
  return { kind: 'contest', conflict }
}

/** One question of a window about a line, or about the title. */
function conflictId(window: string, lineId: string | undefined): string {
  return `${window} ${lineId ?? 'title'}`
}
