import { call } from '#renderer/client.ts'
import { loadLibrary } from '#renderer/features/voices/library-actions.ts'
import { deleteClipDraft } from '#renderer/features/voices/review/clip-drafts.ts'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { player } from '#renderer/ui/shared-player.ts'
import type { Data } from '#shared/api.ts'
import { missingFields } from './missing-fields.ts'

/** Job that was cancelled last; its voice may have been created already. */
let cancelledJobId: string | undefined

/** Creates a voice from the reviewed recording. If it fails, everything that was entered is kept. */
export function createReviewedVoice(): void {
  const { review, creation } = useReview.getState()
  if (!review || creation || missingFields(review).length > 0) return
  player.stop()
  const jobId = randomId()
  const { clip, range, isDenoised, name, transcript, language, consent } = review
  useReview.setState({ creation: { jobId, step: t('voices:creation.starting') }, error: undefined })
  call('voices.create', {
    jobId,
    clipId: clip.clipId,
    cut: { ...range, cleaned: isDenoised },
    name: name.trim(),
    transcript: transcript.trim(),
    ...(language === '' ? {} : { language }),
    consent,
  }).catch((error) => {
    if (error instanceof ConnectionLostError) failCreationOnDisconnect()
    else handleCreationFailed(jobId, errorMessage(error))
  })
}

/** Cancels the creation. The recording and everything that was entered are kept. */
export function cancelCreation(): void {
  const { creation } = useReview.getState()
  if (!creation) return
  cancelledJobId = creation.jobId
  useReview.setState({ creation: undefined })
  announce(t('voices:creation.cancelled'))
  call('job.cancel', { jobId: creation.jobId }).catch((error) => {
    // A lost connection has ended the job already.
    if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
  })
}

/** Handles the progress of a voice creation. */
export function handleCreationProgress({ jobId, step }: Data<'voice.progress'>): void {
  if (isCurrentJob(jobId)) useReview.setState({ creation: { jobId, step } })
}

/** Handles a created voice. It has its own copy of the recording, so the clip is discarded. */
export function handleVoiceCreated({ jobId, voice }: Data<'voice.created'>): void {
  void loadLibrary()
  if (jobId === cancelledJobId) {
    const refusal = t('voices:creation.tooLate', { name: voice.name })
    useReview.setState({ error: refusal })
    announce(refusal)
  }
  if (!isCurrentJob(jobId)) return
  const { review } = useReview.getState()
  useReview.setState({ creation: undefined, createdVoice: voice })
  announce(t('voices:creation.ready', { name: voice.name }))
  if (!review) return
  const { clipId } = review.clip
  deleteClipDraft(clipId)
  call('clips.discard', { clipId })
    .then(loadLibrary)
    // It stays in the list of recordings, where it can be discarded.
    .catch((error) => announce(errorMessage(error)))
}

/** Handles a failed voice creation. */
export function handleCreationFailed(jobId: string, message: string): void {
  if (!isCurrentJob(jobId)) return
  useReview.setState({ creation: undefined, error: message })
  announce(t('voices:creation.failed', { reason: message }))
}

/** Fails the creation in progress: jobs end with the connection. */
export function failCreationOnDisconnect(): void {
  const { creation } = useReview.getState()
  if (creation) handleCreationFailed(creation.jobId, t('voices:creation.disconnected'))
}

function isCurrentJob(jobId: string): boolean {
  return useReview.getState().creation?.jobId === jobId
}
