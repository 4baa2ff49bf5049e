import { IconFileImport } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { DropOverlay } from '#renderer/ui/drop-overlay.tsx'
import { showError } from '#renderer/ui/show-error.ts'
import { appendDroppedText } from './paste-actions.tsx'

/** Largest text file that is accepted, in bytes. */
const MAX_FILE_BYTES = 4_000_000

/** Drop target for text and text files, over the whole window. */
export function TextDrop(): ReactElement {
  return (
    <DropOverlay accepts={carriesText} onDrop={handleDrop} icon={IconFileImport}>
      <p>Drop it here to add each line of the text to the end of the script.</p>
      <p className="text-secondary">“Lucy: Good morning” is spoken by Lucy.</p>
    </DropOverlay>
  )
}

/** Whether a drag carries text from outside: not a line of the script, nor text within a text box. */
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
    if (file.size > MAX_FILE_BYTES)
      reject(`${file.name} is larger than 4 MB. Split it into smaller files.`)
    else if (!/^text\/|^$/.test(file.type))
      reject(`${file.name} is not a text file. Save it as plain text first.`)
    else
      appendDroppedText(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
  }
}

function reject(message: string): void {
  showError('The text could not be added', message)
}

/** Data type of a dragged line. */
export const LINE_TYPE = 'application/x-griot-line'
