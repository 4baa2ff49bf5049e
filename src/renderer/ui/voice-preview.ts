import { create } from 'zustand'
import { call, getConnection } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import type { Data } from '#shared/api.ts'
import { announce } from './announce.tsx'
import { errorMessage } from './error-message.ts'
import { decodePcm16 } from './pcm.ts'
import { randomId } from './random-id.ts'
import { player } from './shared-player.ts'
import { showError } from './show-error.ts'

/** Speech outside the script. `key` identifies it, `name` is that of the voice. */
export interface VoicePreview {
  readonly key: string
  readonly name: string
  readonly voice: string
  readonly text: string
  readonly language: string
  /** The project whose pronunciations count besides the global ones. */
  readonly projectId?: string | undefined
  /** False: Yoruba is said with the marks that are written, and no others. */
  readonly restoresMarks?: boolean
}

/** A file of the library that is played. */
export interface FilePreview {
  readonly key: string
  readonly name: string
  readonly fileId: string
}

type Preview = VoicePreview | FilePreview

/** Preview that is playing, from the click to its end. `isComplete`: all of its audio has arrived. */
interface PlayingPreview {
  readonly jobId: string
  readonly preview: Preview
  readonly isComplete: boolean
}

export const usePreview = create<{ readonly current: PlayingPreview | undefined }>(() => ({
  current: undefined,
}))

// Playing anything else ends the preview.
player.subscribe(() => {
  const { current } = usePreview.getState()
  if (current && player.state().takeId !== current.jobId) stopPreview()
})

/** Introduction of a voice, in its own language. */
export function introductionPreview(voice: {
  readonly id: string
  readonly name: string
  readonly language: string
  readonly sample: string
}): VoicePreview {
  const { id, name, language, sample } = voice
  return { key: id, name, voice: id, text: sample, language }
}

/** Plays a preview, or stops it if it is playing. The script does not change. */
export function togglePreview(preview: Preview): void {
  const wasPlaying = usePreview.getState().current?.preview.key === preview.key
  stopPreview()
  if (wasPlaying) return
  player.stop()
  const jobId = randomId()
  usePreview.setState({ current: { jobId, preview, isComplete: false } })
  if (getConnection().status !== 'connected') {
    handlePreviewFailed(jobId, t('app:connection.none'))
    return
  }
  player.play(jobId, [], false)
  start(jobId, preview).catch((error) => handlePreviewFailed(jobId, errorMessage(error)))
}

function start(jobId: string, preview: Preview): Promise<unknown> {
  if ('fileId' in preview) return call('files.play', { jobId, id: preview.fileId })
  const { key: _, name: __, ...order } = preview
  return call('speech.start', { jobId, ...order })
}

/** Stops the preview that is playing. */
export function stopPreview(): void {
  const { current } = usePreview.getState()
  if (!current) return
  usePreview.setState({ current: undefined })
  if (player.state().takeId === current.jobId) player.stop()
  if (current.isComplete) return
  call('job.cancel', { jobId: current.jobId }).catch((error) => {
    // A lost connection has ended the job already.
    if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
  })
}

/** Handles a chunk of audio of the preview. */
export function handlePreviewChunk({ jobId, pcm }: Data<'speech.chunk'>): void {
  if (isPlaying(jobId)) player.append(jobId, decodePcm16(pcm))
}

/** Handles the end of the preview. */
export function handlePreviewDone({ jobId }: Data<'speech.done'>): void {
  const { current } = usePreview.getState()
  if (current?.jobId !== jobId) return
  usePreview.setState({ current: { ...current, isComplete: true } })
  player.complete(jobId)
}

/** Handles a preview that could not be spoken. */
export function handlePreviewFailed(jobId: string, message: string): void {
  const { current } = usePreview.getState()
  if (current?.jobId !== jobId) return
  usePreview.setState({ current: undefined })
  player.stop()
  showError(t('ui:notPlayed', { name: current.preview.name }), message)
}

function isPlaying(jobId: string): boolean {
  return usePreview.getState().current?.jobId === jobId
}
