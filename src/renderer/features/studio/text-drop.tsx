import { IconFileImport } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { importFiles } from '#renderer/features/studio/import/import-store.ts'
import {
  isRecording,
  openTranscribe,
} from '#renderer/features/studio/transcribe/transcribe-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { DropOverlay } from '#renderer/ui/drop-overlay.tsx'
import { showError } from '#renderer/ui/show-error.ts'
import { appendDroppedText } from './paste-actions.ts'

/** Drop target for text, text files and recordings, over the whole window. */
export function TextDrop(): ReactElement {
  return (
    <DropOverlay accepts={carriesText} onDrop={handleDrop} icon={IconFileImport}>
      <p>{t('studio:drop.script')}</p>
      <p className="text-secondary">{t('studio:drop.preview')}</p>
      <p>{t('studio:drop.recording')}</p>
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
  if (recordings.length > 1) showError(t('studio:drop.failed'), t('studio:drop.severalRecordings'))
  else if (recording) openTranscribe(recording)
  importFiles(files.filter((file) => !isRecording(file)))
}

/** Data type of a dragged line. */
export const LINE_TYPE = 'application/x-griot-line'
