/**
 * Puts a text on the clipboard. A page that was not opened over https or from this computer has no clipboard of its
 * own, so there the selection is copied. Rejects where neither works.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const box = document.createElement('textarea')
  box.value = text
  box.setAttribute('readonly', '')
  box.className = 'visually-hidden'
  // Inside an open dialog, which keeps the focus to itself.
  const place = document.activeElement?.parentElement ?? document.body
  place.append(box)
  try {
    box.select()
    if (!document.execCommand('copy')) throw new Error('This browser does not let pages copy.')
  } finally {
    box.remove()
  }
}
