/** Offers a text to the user as a download. */
export function downloadTextFile(fileName: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has opened the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}
