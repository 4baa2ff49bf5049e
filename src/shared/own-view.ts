import type { Conflict, Script, ScriptLine } from './script.ts'

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
 * open belongs to the window's own version. A question whose line is gone is none.
 */
export function asStored(window: string, shown: Script, confirmed: Script): Script {
  const own = ownConflicts(window, shown)
  if (own.length === 0) return shown
  const theirs = new Map(confirmed.lines.map((line) => [line.id, line]))
  const contested = new Set(versionsIn(own).keys())
  const conflicts = (shown.conflicts ?? []).flatMap((conflict): Conflict[] => {
    if (conflict.by !== window) return [conflict]
    if (conflict.kind === 'title') return [{ ...conflict, title: shown.title }]
    const line = shown.lines.find(({ id }) => id === conflict.line.id)
    return line && theirs.has(line.id) ? [{ ...conflict, line }] : []
  })
  const { conflicts: _, ...rest } = shown
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
