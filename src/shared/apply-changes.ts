import type { Conflict, Script, ScriptLine, ScriptSettings } from './script.ts'
import {
  type Change,
  fieldsThatDiffer,
  LINE_FIELDS,
  type Place,
  withFields,
} from './script-changes.ts'
import { changedSettings } from './settings-changes.ts'

/**
 * A script after some changes. Whatever they refer to may be gone: they never fail, and the same changes taken twice are
 * the same as once. Lines that do not change stay the same objects.
 */
export function applyChanges(script: Script, changes: readonly Change[]): Script {
  const draft: Draft = {
    title: script.title,
    lines: [...script.lines],
    settings: script.settings,
    conflicts: [...(script.conflicts ?? [])],
  }
  for (const change of changes) apply(draft, change)
  const { title, lines, settings, conflicts } = draft
  return {
    ...{ title, lines },
    ...(settings && { settings }),
    ...(conflicts.length > 0 && { conflicts }),
  }
}

interface Draft {
  title: string
  lines: ScriptLine[]
  settings: ScriptSettings | undefined
  conflicts: Conflict[]
}

function apply(draft: Draft, change: Change): void {
  switch (change.kind) {
    case 'title':
      draft.title = change.title
      return
    case 'settings':
      draft.settings = changedSettings(draft.settings, change.settings)
      return
    case 'insert':
      insert(draft, change.lines, change)
      return
    case 'set':
      replace(draft, change.line, (line) => withFields(line, change.line, change.fields))
      return
    case 'move':
      move(draft, change.id, change)
      return
    case 'remove':
      draft.lines = draft.lines.filter(({ id }) => id !== change.id)
      // Who deletes a line has seen what it might be instead.
      draft.conflicts = draft.conflicts.filter((one) => lineOf(one)?.id !== change.id)
      return
    case 'settle':
      draft.conflicts = draft.conflicts.filter(({ id }) => id !== change.id)
      return
    case 'contest':
      contest(draft, change.conflict)
  }
}

function insert(draft: Draft, added: readonly ScriptLine[], place: Place): void {
  const there = new Set(draft.lines.map(({ id }) => id))
  for (const line of added.filter(({ id }) => there.has(id)))
    replace(draft, line, (known) => withFields(known, line, LINE_FIELDS))
  draft.lines.splice(indexAt(draft.lines, place), 0, ...added.filter(({ id }) => !there.has(id)))
}

function replace(draft: Draft, line: ScriptLine, change: (line: ScriptLine) => ScriptLine): void {
  const index = draft.lines.findIndex(({ id }) => id === line.id)
  const known = draft.lines[index]
  if (!known) return
  const changed = change(known)
  if (fieldsThatDiffer(known, changed).length > 0) draft.lines[index] = changed
}

function move(draft: Draft, id: string, place: Place): void {
  const from = draft.lines.findIndex((line) => line.id === id)
  const line = draft.lines[from]
  // Where both neighbours are gone, nobody knows a better place than the one it has.
  const isLost = place.after !== undefined && !isThere(draft, place.after)
  if (!line || (isLost && !isThere(draft, place.before))) return
  draft.lines.splice(from, 1)
  draft.lines.splice(indexAt(draft.lines, place), 0, line)
}

function isThere(draft: Draft, id: string | undefined): boolean {
  return draft.lines.some((line) => line.id === id)
}

/** After the one neighbour, or first where there was none; else before the other, or last. */
function indexAt(lines: readonly ScriptLine[], { after, before }: Place): number {
  if (after === undefined) return 0
  const left = lines.findIndex(({ id }) => id === after)
  if (left >= 0) return left + 1
  const right = lines.findIndex(({ id }) => id === before)
  return right < 0 ? lines.length : right
}

function contest(draft: Draft, conflict: Conflict): void {
  const line = lineOf(conflict)
  if (line && !isThere(draft, line.id)) {
    // Nothing is left to choose from: what was written stays.
    draft.lines.push(line)
    return
  }
  const index = draft.conflicts.findIndex(({ id }) => id === conflict.id)
  draft.conflicts.splice(index < 0 ? draft.conflicts.length : index, 1, conflict)
  // In whatever order windows hear of them, they have the same list.
  draft.conflicts.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** The version of a line that a conflict is about, if it is about a line. */
export function lineOf(conflict: Conflict): ScriptLine | undefined {
  return conflict.kind === 'line' ? conflict.line : undefined
}
