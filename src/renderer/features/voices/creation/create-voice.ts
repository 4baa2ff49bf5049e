import { call } from '#renderer/client.ts'
import { loadLibrary } from '#renderer/features/voices/library-actions.ts'
import { deleteClipDraft } from '#renderer/features/voices/review/clip-drafts.ts'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { player } from '#renderer/ui/shared-player.ts'
import type { Data } from '#shared/api.ts'
import { missingFields } from './missing-fields.ts'

/** The work that a person ended last: its voice may have been made by then. */
let cancelledJobId: string | undefined

/** Make a voice of the recording. Whatever goes wrong, all that was written stays. */
export function createVoice(): void {
  const { review, creation } = useReview.getState()
  if (!review || creation || missingFields(review).length > 0) return
  player.stop()
  const jobId = randomId()
  const { clip, range, isDenoised, name, transcript, language, consent } = review
  useReview.setState({ creation: { jobId, step: 'Beginning…' }, error: undefined })
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

/** Do not make it after all; the recording and what was written stay. */
export function cancelCreation(): void {
  const { creation } = useReview.getState()
  if (!creation) return
  cancelledJobId = creation.jobId
  useReview.setState({ creation: undefined })
  announce('No voice was made.')
  call('job.cancel', { jobId: creation.jobId }).catch((error) => {
    // A lost connection has ended the job already.
    if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
  })
}

/** News: what is being done for the voice in the making. */
export function handleCreationProgress({ jobId, step }: Data<'voice.progress'>): void {
  if (isCurrentJob(jobId)) useReview.setState({ creation: { jobId, step } })
}

/** News: the voice is there. Its recording lies with it, so that the clip need not wait any more. */
export function handleVoiceCreated({ jobId, voice }: Data<'voice.made'>): void {
  void loadLibrary()
  if (jobId === cancelledJobId) {
    const refusal = `“${voice.name}” was made before it could be cancelled. It is among your voices, where you can delete it.`
    useReview.setState({ error: refusal })
    announce(refusal)
  }
  if (!isCurrentJob(jobId)) return
  const { review } = useReview.getState()
  useReview.setState({ creation: undefined, createdVoice: voice })
  announce(`${voice.name} is ready.`)
  if (!review) return
  const { clipId } = review.clip
  deleteClipDraft(clipId)
  call('clips.discard', { clipId })
    .then(loadLibrary)
    // It waits in the list as before, where it can be discarded.
    .catch((error) => announce(errorMessage(error)))
}

/** News: no voice was made. */
export function handleCreationFailed(jobId: string, message: string): void {
  if (!isCurrentJob(jobId)) return
  useReview.setState({ creation: undefined, error: message })
  announce(`No voice was made. ${message}`)
}

/** The engine forgets the work of a lost connection. */
export function failCreationOnDisconnect(): void {
  const { creation } = useReview.getState()
  if (creation)
    handleCreationFailed(
      creation.jobId,
      'The connection to the engine was lost meanwhile. If the voice is not among yours, make it once more.',
    )
}

function isCurrentJob(jobId: string): boolean {
  return useReview.getState().creation?.jobId === jobId
}
