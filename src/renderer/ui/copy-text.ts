/**
 * Copies a text to the clipboard. A page outside a secure context has no clipboard API, so it copies a selection.
 * Rejects if neither works.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const box = document.createElement('textarea')
  box.value = text
  box.setAttribute('readonly', '')
  box.className = 'visually-hidden'
  // Inside an open dialog, which traps the focus.
  const place = document.activeElement?.parentElement ?? document.body
  place.append(box)
  try {
    box.select()
    if (!document.execCommand('copy')) throw new Error('This browser does not let pages copy.')
  } finally {
    box.remove()
  }
}
