import type { Icon } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useCallback } from 'react'
import { DropOverlay } from './drop-overlay.tsx'

interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void
  /** What a drop held that is no file, in words. */
  readonly onReject: (reason: string) => void
  readonly icon: Icon
  /** What will happen to the files, as paragraphs. */
  readonly children: ReactNode
}

/** The whole window takes dropped files, and says beforehand what will happen. Both functions must stay the same. */
export function FileDrop({ onFiles, onReject, icon, children }: FileDropProps): ReactElement {
  const handleDrop = useCallback(
    (transfer: DataTransfer): void => {
      const { files, folders } = contentsOf(transfer)
      for (const name of folders) onReject(`${name} is a folder. Drop the files in it.`)
      onFiles(files)
    },
    [onFiles, onReject],
  )
  return (
    <DropOverlay accepts={carriesFiles} onDrop={handleDrop} icon={icon}>
      {children}
    </DropOverlay>
  )
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
