import { call } from '#renderer/client.ts'
import { loadClips } from '#renderer/features/voices/library-actions.ts'
import { openReview } from '#renderer/features/voices/review/review-actions.ts'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { CLIP_LIMITS } from '#shared/clips.ts'
import { retryOnConnectionLoss } from './clip-upload.ts'
import { closeMicrophone } from './recorder-actions.ts'
import { isRecorderBusy, useRecorder } from './recorder-store.ts'

/** Imports a dropped or chosen recording. Several at once are rejected, since a voice is created from one. */
export function importFiles(files: readonly File[]): void {
  const [file] = files
  if (!file) return
  const reason = busyReason() ?? rejectionReason(files)
  if (reason === undefined) void importFile(file)
  else rejectFile(reason)
}

/** Shows why a file was rejected, as an alert. */
export function rejectFile(refusal: string): void {
  useRecorder.setState({ error: refusal })
}

/** Why no file can be imported right now. */
function busyReason(): string | undefined {
  const { step } = useRecorder.getState()
  if (step.kind === 'storing') return t('voices:recorder.file.whileSaving')
  if (isRecorderBusy(step)) return t('voices:recorder.file.whileRecording')
  if (useReview.getState().creation) return t('voices:recorder.file.whileCreating')
  return undefined
}

function rejectionReason(files: readonly File[]): string | undefined {
  const [file] = files
  if (files.length > 1) return t('voices:recorder.file.several')
  if (file?.size === 0) return t('voices:recorder.file.isEmpty', { name: file.name })
  const most = Math.round(CLIP_LIMITS.bytes / 1024 / 1024)
  if (file && file.size > CLIP_LIMITS.bytes)
    return t('voices:recorder.file.tooLarge', { name: file.name, megabytes: most })
  return undefined
}

async function importFile(file: File): Promise<void> {
  closeMicrophone()
  const clipId = randomId()
  const { name: fileName, size: sizeBytes } = file
  const what = t('voices:recorder.file.reading', { name: fileName })
  const showProgress = (part: number): void =>
    useRecorder.setState({ step: { kind: 'storing', what, part } })
  showProgress(0)
  useRecorder.setState({ error: undefined })
  try {
    await call('clips.begin', {
      clipId,
      source: 'file',
      fileName: fileName.slice(0, 1_000),
      sizeBytes,
    })
    for (let position = 0; position < sizeBytes; position += CLIP_LIMITS.partBytes) {
      const bytes = await readPart(file, position)
      await retryOnConnectionLoss(() => call('clips.append', { clipId, position, bytes }))
      showProgress(Math.min(1, (position + bytes.length) / sizeBytes))
    }
    openReview(await retryOnConnectionLoss(() => call('clips.finish', { clipId })))
  } catch (error) {
    rejectFile(t('voices:recorder.file.failed', { name: fileName, reason: errorMessage(error) }))
    // An incomplete clip is of no use.
    await call('clips.discard', { clipId }).catch(() => undefined)
  }
  useRecorder.setState({ step: { kind: 'ready' } })
  await loadClips()
}

async function readPart(file: File, start: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(start, start + CLIP_LIMITS.partBytes).arrayBuffer())
  } catch (error) {
    throw new Error(t('voices:recorder.file.unreadable'), { cause: error })
  }
}
