/** Hand a text to the browser as a file to be saved. */
export function downloadTextFile(fileName: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken hold of it before the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
