import { IconFileImport } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import {
  isRecording,
  openTranscribe,
} from '#renderer/features/studio/transcribe/transcribe-store.ts'
import { DropOverlay } from '#renderer/ui/drop-overlay.tsx'
import { showError } from '#renderer/ui/show-error.ts'
import { appendDroppedText } from './paste-actions.tsx'

/** Largest text file that is accepted, in bytes. */
const MAX_FILE_BYTES = 4_000_000

/** Drop target for text, text files and recordings, over the whole window. */
export function TextDrop(): ReactElement {
  return (
    <DropOverlay accepts={carriesText} onDrop={handleDrop} icon={IconFileImport}>
      <p>Drop a text here to add each of its lines to the end of the script.</p>
      <p className="text-secondary">“Lucy: Good morning” is spoken by Lucy.</p>
      <p>A recording is written down: every sentence becomes a line.</p>
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
  const recordings = files.filter(isRecording)
  const [recording] = recordings
  if (recordings.length > 1) reject('Several recordings were dropped. Drop one at a time.')
  else if (recording) openTranscribe(recording)
  for (const file of files) {
    if (isRecording(file)) continue
    if (file.size > MAX_FILE_BYTES)
      reject(`${file.name} is larger than 4 MB. Split it into smaller files.`)
    else if (!/^text\/|^$/.test(file.type))
      reject(
        `${file.name} is neither a text file nor a recording. Save it as plain text, wav or mp3 first.`,
      )
    else
      appendDroppedText(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
  }
}

function reject(message: string): void {
  showError('The file could not be added', message)
}

/** Data type of a dragged line. */
export const LINE_TYPE = 'application/x-griot-line'
