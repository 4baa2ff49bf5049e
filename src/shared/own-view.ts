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
 * The part of a window's script that is to be stored, where `confirmed` is stored: what is written while a question is
 * open belongs to the window's own version. A question whose line is gone, or that has one answer only, is none.
 */
export function asStored(window: string, shown: Script, confirmed: Script): Script {
  const { conflicts: open, ...rest } = shown
  if (!open) return shown
  const theirs = linesOf(confirmed)
  const conflicts = [
    ...openTitles(window, shown, confirmed),
    ...openLines(window, linesOf(shown), theirs, open),
  ].toSorted(byId)
  const own = ownConflicts(window, shown)
  const contested = versionsIn(own)
  return {
    ...rest,
    title: own.some(({ kind }) => kind === 'title') ? confirmed.title : shown.title,
    lines: shown.lines.map((line) => (contested.has(line.id) && theirs.get(line.id)) || line),
    ...(conflicts.length > 0 && { conflicts }),
  }
}

function openTitles(window: string, shown: Script, confirmed: Script): Conflict[] {
  return (shown.conflicts ?? []).flatMap((conflict): Conflict[] => {
    if (conflict.kind !== 'title') return []
    if (conflict.by !== window) return [conflict]
    return shown.title === confirmed.title ? [] : [{ ...conflict, title: shown.title }]
  })
}

function openLines(
  window: string,
  mine: ReadonlyMap<string, ScriptLine>,
  theirs: ReadonlyMap<string, ScriptLine>,
  open: readonly Conflict[],
): Conflict[] {
  return open.flatMap((conflict): Conflict[] => {
    const line = conflict.kind === 'line' && mine.get(conflict.line.id)
    if (!line) return []
    if (conflict.by !== window) return [conflict]
    const other = theirs.get(line.id)
    return other && fieldsThatDiffer(line, other).length > 0 ? [{ ...conflict, line }] : []
  })
}

function linesOf({ lines }: Script): ReadonlyMap<string, ScriptLine> {
  return new Map(lines.map((line) => [line.id, line]))
}

function byId(one: Conflict, other: Conflict): number {
  return one.id < other.id ? -1 : 1
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
