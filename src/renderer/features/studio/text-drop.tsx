import { IconFileImport } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { DropOverlay } from '#renderer/ui/drop-overlay.tsx'
import { showError } from '#renderer/ui/show-error.ts'
import { appendDroppedText } from './paste-actions.tsx'

/** A text file larger than this is surely not a script. Bytes. */
const MAX_FILE_BYTES = 4_000_000

/** The whole window takes dropped text and text files, and says beforehand what will happen. */
export function TextDrop(): ReactElement {
  return (
    <DropOverlay accepts={carriesText} onDrop={handleDrop} icon={IconFileImport}>
      <p>Drop it here: each line of the text becomes a line at the end of the script.</p>
      <p className="text-secondary">“Lucy: Good morning” is spoken by Lucy.</p>
    </DropOverlay>
  )
}

/** Not a line of the script on its way to another place, nor text dragged within a text box. */
function carriesText({ dataTransfer, target }: DragEvent): boolean {
  const types = dataTransfer?.types ?? []
  if (types.includes(LINE_TYPE)) return false
  if (types.includes('Files')) return true
  return types.includes('text/plain') && !(target instanceof HTMLTextAreaElement)
}

function handleDrop(transfer: DataTransfer): void {
  readDrop(transfer).catch((error) =>
    reject(error instanceof Error ? error.message : 'The file could not be read.'),
  )
}

async function readDrop(transfer: DataTransfer): Promise<void> {
  const files = [...transfer.files]
  if (files.length === 0) {
    appendDroppedText(transfer.getData('text/plain'))
    return
  }
  for (const file of files) {
    if (file.size > MAX_FILE_BYTES) reject(`${file.name} is larger than 4 MB. Drop a part of it.`)
    else if (!/^text\/|^$/.test(file.type))
      reject(`${file.name} is not a text file. Save it as plain text first.`)
    else
      appendDroppedText(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
  }
}

function reject(message: string): void {
  showError('That cannot be read as text', message)
}

/** Marks a line of the script that is dragged to another place. */
export const LINE_TYPE = 'application/x-griot-line'
