import { getConnection, on, subscribeConnection } from '#renderer/client.ts'
import {
  exportDone,
  exportFailed,
  exportLost,
  exportProgress,
} from '#renderer/features/studio/export-store.ts'
import { engineIsBack, scriptChanged } from '#renderer/features/studio/saving.ts'
import {
  connectionLost,
  soundArrived,
  speechDone,
  speechFailed,
  startNext,
} from '#renderer/features/studio/speaking.ts'
import { whenTold } from '#renderer/features/studio/telling.ts'
import {
  makingFailed,
  makingLost,
  makingProgress,
  voiceMade,
} from '#renderer/features/voices/making/making.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import {
  handlePreviewChunk,
  handlePreviewDone,
  handlePreviewFailed,
  stopPreview,
} from '#renderer/ui/voice-preview.ts'
import { checkForUpdate } from './update-notice.tsx'

/** Where news from the engine enters the stores. The answer ends it. */
export function subscribeToBackendEvents(): () => void {
  const unsubscribers = [
    on('script.changed', scriptChanged),
    on('speech.chunk', soundArrived),
    on('speech.chunk', handlePreviewChunk),
    on('speech.done', speechDone),
    on('speech.done', handlePreviewDone),
    on('export.progress', exportProgress),
    on('export.done', exportDone),
    on('voice.progress', makingProgress),
    on('voice.made', voiceMade),
    on('job.failed', ({ jobId, message }) => {
      speechFailed(jobId, message)
      exportFailed(jobId, message)
      handlePreviewFailed(jobId, message)
      makingFailed(jobId, message)
    }),
    subscribeConnection(handleConnectionChange),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

let wasLost = false

function handleConnectionChange(): void {
  const { status } = getConnection()
  if (status === 'lost') {
    wasLost = true
    connectionLost()
    stopPreview()
    exportLost()
    makingLost()
  }
  if (status === 'connected') {
    engineIsBack()
    if (wasLost) checkForUpdate().catch((error) => announce(errorMessage(error)))
    wasLost = false
    whenTold(startNext)
  }
}
