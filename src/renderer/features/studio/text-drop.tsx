import { IconFileImport } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { importFiles } from '#renderer/features/studio/import/import-store.ts'
import {
  isRecording,
  openTranscribe,
} from '#renderer/features/studio/transcribe/transcribe-store.ts'
import { DropOverlay } from '#renderer/ui/drop-overlay.tsx'
import { showError } from '#renderer/ui/show-error.ts'
import { appendDroppedText } from './paste-actions.ts'

/** Drop target for text, text files and recordings, over the whole window. */
export function TextDrop(): ReactElement {
  return (
    <DropOverlay accepts={carriesText} onDrop={handleDrop} icon={IconFileImport}>
      <p>Drop a script here: text, Word, Markdown, subtitles or a table (.csv).</p>
      <p className="text-secondary">You see its lines and who speaks them before they are added.</p>
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
  const files = [...transfer.files]
  if (files.length === 0) {
    appendDroppedText(transfer.getData('text/plain'))
    return
  }
  const recordings = files.filter(isRecording)
  const [recording] = recordings
  if (recordings.length > 1)
    showError('The file could not be added', 'Several recordings were dropped. Drop one at a time.')
  else if (recording) openTranscribe(recording)
  importFiles(files.filter((file) => !isRecording(file)))
}

/** Data type of a dragged line. */
export const LINE_TYPE = 'application/x-griot-line'
