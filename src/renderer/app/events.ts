import { handleAppQuestions, loadAppQuestions } from '#renderer/app-questions.ts'
import { getConnection, on, subscribeConnection } from '#renderer/client.ts'
import { handleFilesChanged } from '#renderer/features/files/files-actions.ts'
import { handlePackChanged } from '#renderer/features/models/models-actions.ts'
import {
  failExportOnDisconnect,
  handleExportDone,
  handleExportFailed,
  handleExportFile,
  handleExportProgress,
} from '#renderer/features/studio/export/export-store.ts'
import { afterLanguageDetection } from '#renderer/features/studio/language-detection.ts'
import { refreshVoices } from '#renderer/features/studio/load-studio.ts'
import { handleProjectsChanged } from '#renderer/features/studio/projects/project-actions.ts'
import { handleReconnect, handleScriptChanged } from '#renderer/features/studio/script-sync.ts'
import {
  handleSpeechChunk,
  handleSpeechDone,
  handleSpeechFailed,
  requeueCurrentLine,
  speakLostTakes,
  speakNext,
} from '#renderer/features/studio/speech-queue.ts'
import {
  followTakes,
  handleDictionaryChanged,
  handleTakeNotStored,
  handleTakesChanged,
  loadTakes,
} from '#renderer/features/studio/takes/take-library.ts'
import { forgetMarkedTexts } from '#renderer/features/studio/words/marked-words.ts'
import {
  failCreationOnDisconnect,
  handleCreationFailed,
  handleCreationProgress,
  handleVoiceCreated,
} from '#renderer/features/voices/creation/create-voice.ts'
import { loadLibrary } from '#renderer/features/voices/library-actions.ts'
import { handleSettingsChanged, loadSettings } from '#renderer/settings.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import {
  handlePreviewChunk,
  handlePreviewDone,
  handlePreviewFailed,
  stopPreview,
} from '#renderer/ui/voice-preview.ts'
import { handleDesktopFailed, handleMenuCommand, handleProjectOpened } from './menu-commands.ts'
import { checkForUpdate } from './update-notice.tsx'

/** Subscribes the stores to the backend's events. Returns the function that unsubscribes. */
export function subscribeToBackendEvents(): () => void {
  const unsubscribers = [
    on('script.changed', handleScriptChanged),
    on('speech.chunk', handleSpeechChunk),
    on('speech.chunk', handlePreviewChunk),
    on('speech.done', handleSpeechDone),
    on('speech.done', handlePreviewDone),
    on('export.progress', handleExportProgress),
    on('export.file', handleExportFile),
    on('export.done', handleExportDone),
    on('takes.changed', handleTakesChanged),
    on('takes.not-stored', handleTakeNotStored),
    on('dictionary.changed', handleDictionaryChanged),
    on('dictionary.changed', forgetMarkedTexts),
    followTakes(),
    on('packs.changed', handlePackChanged),
    on('files.changed', handleFilesChanged),
    on('settings.changed', handleSettingsChanged),
    on('apps.asked', handleAppQuestions),
    on('projects.changed', handleProjectsChanged),
    on('menu.command', handleMenuCommand),
    on('project.open', handleProjectOpened),
    on('desktop.failed', handleDesktopFailed),
    on('voices.changed', handleVoicesChanged),
    on('voice.progress', handleCreationProgress),
    on('voice.created', handleVoiceCreated),
    on('job.failed', ({ jobId, message }) => {
      handleSpeechFailed(jobId, message)
      handleExportFailed(jobId, message)
      handlePreviewFailed(jobId, message)
      handleCreationFailed(jobId, message)
    }),
    subscribeConnection(handleConnectionChange),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

/** Both screens with voices show what there is now. */
function handleVoicesChanged(): void {
  Promise.all([refreshVoices(), loadLibrary()]).catch((error) => announce(errorMessage(error)))
}

let wasLost = false

function handleConnectionChange(): void {
  const { status } = getConnection()
  if (status === 'lost') {
    wasLost = true
    requeueCurrentLine()
    stopPreview()
    failExportOnDisconnect()
    failCreationOnDisconnect()
  }
  if (status === 'connected') {
    handleReconnect()
    void loadTakes()
    void loadSettings()
    loadAppQuestions().catch((error) => announce(errorMessage(error)))
    if (wasLost) speakLostTakes()
    if (wasLost) checkForUpdate().catch((error) => announce(errorMessage(error)))
    wasLost = false
    afterLanguageDetection(speakNext)
  }
}
