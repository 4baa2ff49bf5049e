import { call } from '#renderer/client.ts'
import { askLibrary } from '#renderer/features/voices/asking.ts'
import { dropDraft } from '#renderer/features/voices/review/clip-drafts.ts'
import { useReview } from '#renderer/features/voices/review/review-store.ts'
import { ConnectionLostError } from '#renderer/socket.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { randomId } from '#renderer/ui/random-id.ts'
import { player } from '#renderer/ui/shared-player.ts'
import type { Data } from '#shared/api.ts'
import { missingFor } from './missing.ts'

/** The work that a person ended last: its voice may have been made by then. */
let cancelledId: string | undefined

/** Make a voice of the recording. Whatever goes wrong, all that was written stays. */
export function makeVoice(): void {
  const { review, making } = useReview.getState()
  if (!review || making || missingFor(review).length > 0) return
  player.stop()
  const jobId = randomId()
  const { clip, kept, isCleaned, name, transcript, language, consent } = review
  useReview.setState({ making: { jobId, step: 'Beginning…' }, refusal: undefined })
  call('voices.create', {
    jobId,
    clipId: clip.clipId,
    cut: { ...kept, cleaned: isCleaned },
    name: name.trim(),
    transcript: transcript.trim(),
    ...(language === '' ? {} : { language }),
    consent,
  }).catch((error) => {
    if (error instanceof ConnectionLostError) makingLost()
    else makingFailed(jobId, errorMessage(error))
  })
}

/** Do not make it after all; the recording and what was written stay. */
export function cancelMaking(): void {
  const { making } = useReview.getState()
  if (!making) return
  cancelledId = making.jobId
  useReview.setState({ making: undefined })
  announce('No voice was made.')
  call('job.cancel', { jobId: making.jobId }).catch((error) => {
    // A lost connection has ended the job already.
    if (!(error instanceof ConnectionLostError)) announce(errorMessage(error))
  })
}

/** News: what is being done for the voice in the making. */
export function makingProgress({ jobId, step }: Data<'voice.progress'>): void {
  if (isMaking(jobId)) useReview.setState({ making: { jobId, step } })
}

/** News: the voice is there. Its recording lies with it, so that the clip need not wait any more. */
export function voiceMade({ jobId, voice }: Data<'voice.made'>): void {
  void askLibrary()
  if (jobId === cancelledId) {
    const refusal = `“${voice.name}” was made before it could be cancelled. It is among your voices, where you can delete it.`
    useReview.setState({ refusal })
    announce(refusal)
  }
  if (!isMaking(jobId)) return
  const { review } = useReview.getState()
  useReview.setState({ making: undefined, made: voice })
  announce(`${voice.name} is ready.`)
  if (!review) return
  const { clipId } = review.clip
  dropDraft(clipId)
  call('clips.discard', { clipId })
    .then(askLibrary)
    // It waits in the list as before, where it can be discarded.
    .catch((error) => announce(errorMessage(error)))
}

/** News: no voice was made. */
export function makingFailed(jobId: string, message: string): void {
  if (!isMaking(jobId)) return
  useReview.setState({ making: undefined, refusal: message })
  announce(`No voice was made. ${message}`)
}

/** The engine forgets the work of a lost connection. */
export function makingLost(): void {
  const { making } = useReview.getState()
  if (making)
    makingFailed(
      making.jobId,
      'The connection to the engine was lost meanwhile. If the voice is not among yours, make it once more.',
    )
}

function isMaking(jobId: string): boolean {
  return useReview.getState().making?.jobId === jobId
}
