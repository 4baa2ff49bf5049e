import { currentConnection, on, watchConnection } from '#renderer/call.ts'
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
import { reasonOf } from '#renderer/ui/reason-of.ts'
import { sampleArrived, sampleDone, sampleFailed, stopSample } from '#renderer/ui/sampling.ts'
import { lookForUpdate } from './updated-notice.tsx'

/** Where news from the engine enters the stores. The answer ends it. */
export function listenToEngine(): () => void {
  const ends = [
    on('script.changed', scriptChanged),
    on('speech.chunk', soundArrived),
    on('speech.chunk', sampleArrived),
    on('speech.done', speechDone),
    on('speech.done', sampleDone),
    on('export.progress', exportProgress),
    on('export.done', exportDone),
    on('voice.progress', makingProgress),
    on('voice.made', voiceMade),
    on('job.failed', ({ jobId, message }) => {
      speechFailed(jobId, message)
      exportFailed(jobId, message)
      sampleFailed(jobId, message)
      makingFailed(jobId, message)
    }),
    watchConnection(connectionChanged),
  ]
  return () => {
    for (const end of ends) end()
  }
}

let wasLost = false

function connectionChanged(): void {
  const { status } = currentConnection()
  if (status === 'lost') {
    wasLost = true
    connectionLost()
    stopSample()
    exportLost()
    makingLost()
  }
  if (status === 'connected') {
    engineIsBack()
    if (wasLost) lookForUpdate().catch((error) => announce(reasonOf(error)))
    wasLost = false
    whenTold(startNext)
  }
}
