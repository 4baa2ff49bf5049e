import type { Icon } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useCallback } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { DropOverlay } from './drop-overlay.tsx'

interface FileDropProps {
  readonly onFiles: (files: readonly File[]) => void
  /** Called with a message about a dropped folder. */
  readonly onReject: (reason: string) => void
  readonly icon: Icon
  /** Explanation of what will happen to the files, as paragraphs. */
  readonly children: ReactNode
}

/** Makes the whole window a drop target for files. Both functions must keep their identity. */
export function FileDrop({ onFiles, onReject, icon, children }: FileDropProps): ReactElement {
  const handleDrop = useCallback(
    (transfer: DataTransfer): void => {
      const { files, folders } = contentsOf(transfer)
      for (const name of folders) onReject(t('ui:isFolder', { name }))
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

/** Separates files from folders, which look like files until they are read. */
function contentsOf(transfer: DataTransfer): {
  files: readonly File[]
  folders: readonly string[]
} {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const folders = entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name)
  return { files: [...transfer.files].filter(({ name }) => !folders.includes(name)), folders }
}
