import { flushSync } from 'react-dom'

/**
 * Makes a change that the user did not ask for, and keeps the focus, the caret and the selection at the same letters,
 * even if the text before them changes.
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
  // A row that moved has lost the focus.
  if (document.activeElement !== box) box.focus({ preventScroll: true })
  if (box.value === value || selectionStart === null || selectionEnd === null) return
  const start = mapOffset(selectionStart, value, box.value)
  const end = mapOffset(selectionEnd, value, box.value)
  box.setSelectionRange(start, end, selectionDirection ?? undefined)
}

function isTextBox(element: Element | null): element is HTMLTextAreaElement | HTMLInputElement {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
}

/** Maps an offset in a text to the same place after the middle of the text was replaced. */
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
