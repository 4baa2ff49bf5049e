import type { Conflict, Script, ScriptLine } from './script.ts'
import { fieldsThatDiffer } from './script-changes.ts'

/**
 * A stored script as a window shows it: where a question of its own is open, it shows what was written in it, so that
 * nobody's text changes under their hands.
 */
export function asSeenBy(window: string, stored: Script): Script {
  const own = ownConflicts(window, stored)
  if (own.length === 0) return stored
  const versions = versionsIn(own)
  const title = own.find((conflict) => conflict.kind === 'title')?.title ?? stored.title
  return {
    ...stored,
    title,
    lines: stored.lines.map((line) => versions.get(line.id) ?? line),
  }
}

/**
 * What is to be stored of a script that a window shows, where `confirmed` is stored: what is written while a question is
 * open belongs to the window's own version. A question whose line is gone, or that has one answer only, is none.
 */
export function asStored(window: string, shown: Script, confirmed: Script): Script {
  const { conflicts: open, ...rest } = shown
  if (!open) return shown
  const lines = new Map(shown.lines.map((line) => [line.id, line]))
  const theirs = new Map(confirmed.lines.map((line) => [line.id, line]))
  const conflicts = open.flatMap((conflict): Conflict[] => {
    if (conflict.kind === 'title') {
      const title = conflict.by === window ? shown.title : conflict.title
      return conflict.by === window && title === confirmed.title ? [] : [{ ...conflict, title }]
    }
    const line = lines.get(conflict.line.id)
    if (!line || conflict.by !== window) return line ? [conflict] : []
    const other = theirs.get(line.id)
    return other && fieldsThatDiffer(line, other).length > 0 ? [{ ...conflict, line }] : []
  })
  const own = ownConflicts(window, shown)
  const contested = versionsIn(own)
  return {
    ...rest,
    title: own.some(({ kind }) => kind === 'title') ? confirmed.title : shown.title,
    lines: shown.lines.map((line) => (contested.has(line.id) && theirs.get(line.id)) || line),
    ...(conflicts.length > 0 && { conflicts }),
  }
}

function ownConflicts(window: string, { conflicts = [] }: Script): readonly Conflict[] {
  return conflicts.filter(({ by }) => by === window)
}

function versionsIn(conflicts: readonly Conflict[]): ReadonlyMap<string, ScriptLine> {
  return new Map(
    conflicts.flatMap((conflict) =>
      conflict.kind === 'line' ? [[conflict.line.id, conflict.line] as const] : [],
    ),
  )
}
