import type { KeyboardEvent } from 'react'
import { removeTogether } from '#renderer/features/studio/script-commands.ts'
import { select, useStudio } from '#renderer/features/studio/studio-store.ts'
import { extendBy, pickAll, pickNone, useSelection } from './selection.ts'

/** Keys of the list while the number of a line has the focus: Shift and arrows, Ctrl or ⌘ and A, Delete, Escape. */
export function handleSelectionKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape' && useSelection.getState().ids.size > 0 && !isMenu(event.target)) {
    pickNone()
    return
  }
  const button = event.target
  if (!(button instanceof HTMLElement) || !button.classList.contains('line-number')) return
  if (actOn(event, button)) event.preventDefault()
}

function actOn(event: KeyboardEvent, button: HTMLElement): boolean {
  const lineId = button.dataset['line'] ?? ''
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    const steps = event.key === 'ArrowUp' ? -1 : 1
    if (event.altKey) return false
    focusNumber(event.shiftKey ? extendBy(steps, lineId) : neighbour(lineId, steps))
    return true
  }
  if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
    pickAll()
    return true
  }
  const { ids } = useSelection.getState()
  if ((event.key === 'Delete' || event.key === 'Backspace') && ids.size > 0) {
    removeTogether(ids)
    return true
  }
  return false
}

function neighbour(lineId: string, steps: -1 | 1): string | undefined {
  const spoken = useStudio.getState().script.lines.filter(({ kind }) => kind !== 'chapter')
  return spoken[spoken.findIndex(({ id }) => id === lineId) + steps]?.id
}

/** Neighbours of the selected line are always rendered, at the latest in the next frame. */
function focusNumber(lineId: string | undefined): void {
  if (lineId === undefined) return
  select(lineId)
  requestAnimationFrame(() => document.getElementById(numberId(lineId))?.focus())
}

function isMenu(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role="menu"], [role="dialog"]') !== null
}

/** Id of the button with the number of a line. */
export function numberId(lineId: string): string {
  return `number-${lineId}`
}
