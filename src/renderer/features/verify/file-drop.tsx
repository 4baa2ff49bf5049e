import { IconFileSearch } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'

interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void
  /** What a drop held that is no file, in words. */
  readonly onRefusal: (reason: string) => void
}

/** The whole screen takes dropped files, and says beforehand what will happen. Both functions must stay the same. */
export function FileDrop({ onFiles, onRefusal }: FileDropProps): ReactElement | undefined {
  const [over, setOver] = useState(false)
  useEffect(() => listenToDrops(window, { onFiles, onRefusal, setOver }), [onFiles, onRefusal])
  if (!over) return undefined
  return (
    <div className="verify-veil" role="status">
      <IconFileSearch size={48} stroke={1.5} aria-hidden="true" />
      <p>Drop it here to read where it comes from.</p>
      <p className="quiet">A .c2pa file that lay beside it goes into the same drop.</p>
    </div>
  )
}

function listenToDrops(
  window: Window,
  { onFiles, onRefusal, setOver }: FileDropProps & { setOver: (over: boolean) => void },
): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const over = (event: DragEvent): void => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) setOver(false)
  }
  const drop = (event: DragEvent): void => {
    setOver(false)
    if (!carriesFiles(event) || !event.dataTransfer) return
    event.preventDefault()
    const { files, folders } = contentsOf(event.dataTransfer)
    for (const name of folders) onRefusal(`${name} is a folder. Drop the files in it.`)
    onFiles(files)
  }
  window.addEventListener('dragover', over, { signal })
  window.addEventListener('dragleave', leave, { signal })
  window.addEventListener('drop', drop, { signal })
  return () => listening.abort()
}

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** A dropped folder looks like a file until it is read. */
function contentsOf(transfer: DataTransfer): {
  files: readonly File[]
  folders: readonly string[]
} {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const folders = entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name)
  return { files: [...transfer.files].filter(({ name }) => !folders.includes(name)), folders }
}
