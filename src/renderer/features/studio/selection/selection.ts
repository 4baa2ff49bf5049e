import { create } from 'zustand'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import type { ScriptLine } from '#shared/script.ts'

/** Lines that a person has picked to change them together. */
interface Selection {
  readonly ids: ReadonlySet<string>
  /** Line from which Shift extends the selection. */
  readonly anchor: string | undefined
  /** Line up to which Shift has extended it. */
  readonly head: string | undefined
}

const NOTHING: Selection = { ids: new Set(), anchor: undefined, head: undefined }

export const useSelection = create<Selection>(() => NOTHING)

// Lines that are gone are picked no more, whoever has deleted them.
useStudio.subscribe((now, before) => {
  if (now.script.lines === before.script.lines) return
  const { ids } = useSelection.getState()
  if (ids.size === 0) return
  const there = new Set(now.script.lines.map(({ id }) => id))
  const left = [...ids].filter((id) => there.has(id))
  if (left.length < ids.size) useSelection.setState({ ids: new Set(left) })
})

/** How a click or key picks a line: alone, beside the others (Ctrl or ⌘), or all lines up to it (Shift). */
export type PickMode = 'only' | 'toggle' | 'extend'

/** Picks a line, and says how many are picked. */
export function pick(lineId: string, mode: PickMode): void {
  const { ids, anchor } = useSelection.getState()
  if (mode === 'extend')
    useSelection.setState({
      ids: between(anchor ?? lineId, lineId),
      anchor: anchor ?? lineId,
      head: lineId,
    })
  else {
    const isOnly = ids.size === 1 && ids.has(lineId)
    const next = new Set(mode === 'toggle' ? ids : [])
    if (mode === 'toggle' && ids.has(lineId)) next.delete(lineId)
    else if (!isOnly) next.add(lineId)
    useSelection.setState({ ids: next, anchor: lineId, head: lineId })
  }
  announceCount()
}

/** Extends the selection by one line up (-1) or down (1). Returns the line up to which it goes now. */
export function extendBy(steps: -1 | 1, from: string): string | undefined {
  const spoken = spokenLines()
  const { head } = useSelection.getState()
  const index = spoken.findIndex(({ id }) => id === (head ?? from))
  const next = spoken[index + steps]
  if (!next) return undefined
  if (useSelection.getState().anchor === undefined) useSelection.setState({ anchor: from })
  pick(next.id, 'extend')
  return next.id
}

/** Picks all lines. */
export function pickAll(): void {
  const ids = spokenLines().map(({ id }) => id)
  useSelection.setState({ ids: new Set(ids), anchor: ids[0], head: ids.at(-1) })
  announceCount()
}

/** Picks no line. */
export function pickNone(): void {
  if (useSelection.getState().ids.size === 0) return
  useSelection.setState(NOTHING)
  announce(t('selection:none'))
}

/** Picked lines in the order of the script. */
export function pickedLines(
  lines: readonly ScriptLine[],
  ids: ReadonlySet<string>,
): readonly ScriptLine[] {
  return ids.size === 0 ? [] : lines.filter(({ id }) => ids.has(id))
}

/** A line, or all picked ones if it is one of them: what is moved when it is dragged. */
export function pickedWith(lineId: string): ReadonlySet<string> {
  const { ids } = useSelection.getState()
  return ids.has(lineId) ? ids : new Set([lineId])
}

function between(from: string, to: string): ReadonlySet<string> {
  const spoken = spokenLines().map(({ id }) => id)
  const [start = 0, end = 0] = [spoken.indexOf(from), spoken.indexOf(to)].toSorted((a, b) => a - b)
  return new Set(spoken.slice(Math.max(0, start), end + 1))
}

function spokenLines(): readonly ScriptLine[] {
  return useStudio.getState().script.lines.filter(({ kind }) => kind !== 'chapter')
}

function announceCount(): void {
  const { size } = useSelection.getState().ids
  announce(size === 0 ? t('selection:none') : t('selection:picked', { count: size }))
}
