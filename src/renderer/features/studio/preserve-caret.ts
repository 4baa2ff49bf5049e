import { flushSync } from 'react-dom'

/**
 * Makes a change of the page that the person did not ask for, and leaves them where they are: the same box has the focus,
 * and the cursor and the selection stand at the same letters, also where text before them was changed.
 */
export function preservingCaret(change: () => void): void {
  const box = document.activeElement
  if (!isTextBox(box)) {
    flushSync(change)
    return
  }
  const { value, selectionStart, selectionEnd, selectionDirection } = box
  flushSync(change)
  if (!box.isConnected) return
  // A row that was moved has lost the focus on the way.
  if (document.activeElement !== box) box.focus({ preventScroll: true })
  if (box.value === value || selectionStart === null || selectionEnd === null) return
  const start = mapOffset(selectionStart, value, box.value)
  const end = mapOffset(selectionEnd, value, box.value)
  box.setSelectionRange(start, end, selectionDirection ?? undefined)
}

function isTextBox(element: Element | null): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
}

/** Where a place between two letters is after the middle of a text was replaced. */
export function mapOffset(offset: number, before: string, after: string): number {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  if (offset <= head) return offset
  const fromEnd = before.length - offset
  return fromEnd <= tail ? after.length - fromEnd : after.length - tail
}
