import type { Script } from '#shared/script.ts'

/** What can be undone and done again. `tag` names the last edit, so that the letters of one word are one step. */
export interface UndoHistory {
  readonly past: readonly Script[]
  readonly future: readonly Script[]
  readonly tag: string
  readonly atMs: number
}

export const NO_HISTORY: UndoHistory = { past: [], future: [], tag: '', atMs: 0 }

const STEPS_KEPT = 200
const SAME_STEP_MS = 800

/** Remember `before` ahead of an edit. An edit with the tag of the one just before joins its step. */
export function remember(
  history: UndoHistory,
  before: Script,
  tag: string,
  nowMs: number,
): UndoHistory {
  const joins = tag !== '' && tag === history.tag && nowMs - history.atMs < SAME_STEP_MS
  const past = joins ? history.past : [...history.past.slice(1 - STEPS_KEPT), before]
  return { past, future: [], tag, atMs: nowMs }
}

/** The script before the last step, or undefined when there is none. */
export function undo(
  history: UndoHistory,
  current: Script,
): { readonly script: Script; readonly history: UndoHistory } | undefined {
  const script = history.past.at(-1)
  if (!script) return undefined
  const past = history.past.slice(0, -1)
  return { script, history: { past, future: [...history.future, current], tag: '', atMs: 0 } }
}

/** The script after the step last undone, or undefined when there is none. */
export function redo(
  history: UndoHistory,
  current: Script,
): { readonly script: Script; readonly history: UndoHistory } | undefined {
  const script = history.future.at(-1)
  if (!script) return undefined
  const future = history.future.slice(0, -1)
  return { script, history: { past: [...history.past, current], future, tag: '', atMs: 0 } }
}

/** The line that differs between two scripts: where the cursor belongs after an undo. */
export function firstDifference(before: Script, after: Script): string | undefined {
  const known = new Map(before.lines.map((line) => [line.id, line]))
  const changed = after.lines.find((line) => known.get(line.id)?.text !== line.text)
  return changed?.id
}
