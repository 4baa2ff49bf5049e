import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import type { Caret } from './script-edits.ts'
import { lineById, useStudio } from './studio-store.ts'

/** Carets that are placed: a row that is rendered again later must not take the focus. */
const placed = new WeakSet<Caret>()

/** Puts the focus and the caret into the text box of a line when the store asks for it. */
export function useCaret(
  box: RefObject<HTMLTextAreaElement | HTMLInputElement | null>,
  lineId: string,
): void {
  const caret = useStudio(({ caret }) => (caret?.lineId === lineId ? caret : undefined))
  useEffect(() => {
    if (!caret || !box.current || placed.has(caret)) return
    placed.add(caret)
    box.current.focus()
    box.current.setSelectionRange(caret.offset, caret.end ?? caret.offset)
  }, [caret, box])
}

/** Gives the focus to the text of a line, where a control that has gone had it. */
export function focusLineIfLost(lineId: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusLine(lineId)
  })
}

/** Gives the focus to the text of a line, once a menu that is open has closed. */
export function focusLineAfterMenu(lineId: string): void {
  setTimeout(() => focusLine(lineId))
}

function focusLine(lineId: string): void {
  const text = lineById(lineId)?.text
  if (text === undefined) return
  useStudio.setState({ caret: { lineId, offset: text.length }, selectedId: lineId })
}

/** Moves to the neighbouring line when an arrow key leaves the text box. */
export function moveToNeighbourLine(
  event: KeyboardEvent<HTMLElement>,
  at: number,
  value: string,
): void {
  const up = event.key === 'ArrowUp' && at === 0
  const down = event.key === 'ArrowDown' && at === value.length
  if (!up && !down) return
  const { script, selectedId } = useStudio.getState()
  const index = script.lines.findIndex(({ id }) => id === selectedId)
  const next = script.lines[index + (up ? -1 : 1)]
  if (!next) return
  event.preventDefault()
  useStudio.setState({
    caret: { lineId: next.id, offset: up ? next.text.length : 0 },
    selectedId: next.id,
  })
}
