import type { Script } from '#shared/script.ts'

/** Undo and redo steps. `tag` names the last edit, so that the letters of one word are one step. */
export interface UndoHistory {
  readonly past: readonly Script[]
  readonly future: readonly Script[]
  readonly tag: string
  readonly atMs: number
}

export const NO_HISTORY: UndoHistory = { past: [], future: [], tag: '', atMs: 0 }

const STEPS_KEPT = 200
const SAME_STEP_MS = 800

/** Adds a step with the script before an edit. An edit with the same tag shortly after joins it. */
export function addStep(
  history: UndoHistory,
  before: Script,
  tag: string,
  nowMs: number,
): UndoHistory {
  const joins = tag !== '' && tag === history.tag && nowMs - history.atMs < SAME_STEP_MS
  const past = joins ? history.past : [...history.past.slice(1 - STEPS_KEPT), before]
  return { past, future: [], tag, atMs: nowMs }
}

/** Script before the last step; undefined if there is none. */
export function undo(
  history: UndoHistory,
  current: Script,
): { readonly script: Script; readonly history: UndoHistory } | undefined {
  const script = history.past.at(-1)
  if (!script) return undefined
  const past = history.past.slice(0, -1)
  return { script, history: { past, future: [...history.future, current], tag: '', atMs: 0 } }
}

/** Script after the step that was undone last; undefined if there is none. */
export function redo(
  history: UndoHistory,
  current: Script,
): { readonly script: Script; readonly history: UndoHistory } | undefined {
  const script = history.future.at(-1)
  if (!script) return undefined
  const future = history.future.slice(0, -1)
  return { script, history: { past: [...history.past, current], future, tag: '', atMs: 0 } }
}

/**
 * Id of the line where the caret belongs after a step: the first one whose text differs or that is new; else, if lines have gone, the
 * one above them or the first one; else, if lines have moved, the `selected` one, whose row has lost the focus. Undefined where every
 * row stays as it is.
 */
export function lineAfterStep(
  before: Script,
  after: Script,
  selected: string | undefined,
): string | undefined {
  const known = new Map(before.lines.map((line) => [line.id, line]))
  const changed = after.lines.find((line) => known.get(line.id)?.text !== line.text)
  if (changed) return changed.id
  const left = new Set(after.lines.map(({ id }) => id))
  const gone = before.lines.findIndex(({ id }) => !left.has(id))
  if (gone >= 0) return (after.lines[Math.max(0, gone - 1)] ?? after.lines[0])?.id
  const hasMoved = after.lines.some(({ id }, index) => before.lines[index]?.id !== id)
  return hasMoved && selected !== undefined && left.has(selected) ? selected : undefined
}
