import { call } from '#renderer/client.ts'
import { discardClip } from '#renderer/features/voices/library-actions.ts'
import {
  type PlayableAudio,
  playableFromPcm,
  sliceSamples,
} from '#renderer/features/voices/playable-audio.ts'
import { retryOnConnectionLoss } from '#renderer/features/voices/recorder/clip-upload.ts'
import { useRecorder } from '#renderer/features/voices/recorder/recorder-store.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { type Loadable, load } from '#renderer/ui/loadable.ts'
import { player } from '#renderer/ui/shared-player.ts'
import type { Clip } from '#shared/clips.ts'
import { loadClipDraft, saveClipDraft } from './clip-drafts.ts'
import { currentSound, NO_REVIEW, useReview, type VoiceDraft } from './review-store.ts'
import { fullRange } from './trim.ts'

/** While a handle is dragged, the checks wait for it to rest. Milliseconds. */
const CHECK_DELAY_MS = 250

let checkTimer: ReturnType<typeof setTimeout> | undefined

/** Look at a recording that is whole; what was written about it before is there again. */
export function openReview(clip: Clip): void {
  const { review, creation } = useReview.getState()
  // One of which a voice is being made stays: the other one waits in the list.
  if (creation || review?.clip.clipId === clip.clipId) return
  clearTimeout(checkTimer)
  stopClip()
  useRecorder.setState({ error: undefined })
  const draft = loadClipDraft(clip.clipId)
  useReview.setState({
    ...NO_REVIEW,
    review: {
      clip,
      range: fullRange(clip.seconds),
      isDenoised: false,
      name: draft?.name ?? '',
      transcript: draft?.transcript ?? '',
      language: draft?.language ?? '',
      consent: false,
    },
  })
  void loadSound(false)
  void loadChecks()
}

/** Go on with a recording that waits; one that was interrupted is used as far as it came. */
export async function resumeClip(clip: Clip): Promise<void> {
  useRecorder.setState({ error: undefined })
  try {
    const { clipId } = clip
    openReview(
      clip.isFinished ? clip : await retryOnConnectionLoss(() => call('clips.finish', { clipId })),
    )
  } catch (error) {
    useRecorder.setState({ error: errorMessage(error) })
  }
}

/** Say something else about the recording, or use another part of it. */
export function changeReview(change: Partial<Omit<VoiceDraft, 'clip'>>): void {
  const { review } = useReview.getState()
  if (!review) return
  const next = { ...review, ...change }
  useReview.setState({ review: next, error: undefined })
  const { name, transcript, language } = next
  saveClipDraft(next.clip.clipId, { name, transcript, language })
  if (change.range || change.isDenoised !== undefined) {
    stopClip()
    useReview.setState({ isChecking: true })
    clearTimeout(checkTimer)
    checkTimer = setTimeout(() => void loadChecks(), CHECK_DELAY_MS)
  }
}

/** Take the noise out, or put it back. The recording itself stays as it is. */
export function setDenoised(isDenoised: boolean): void {
  const { denoised } = useReview.getState()
  changeReview({ isDenoised })
  announce(isDenoised ? 'Without noise.' : 'As it was recorded.')
  if (isDenoised && denoised?.status !== 'loaded') void loadSound(true)
}

/** Put the recording aside and go back to recording; it goes on waiting. */
export function closeReview(): void {
  stopClip()
  clearTimeout(checkTimer)
  useReview.setState(NO_REVIEW)
}

/** Throw the recording away and go back to recording. */
export async function discardReview(): Promise<void> {
  const { review } = useReview.getState()
  closeReview()
  if (review) await discardClip(review.clip)
}

/** The name under which the recording is on the loudspeaker. */
export function clipTakeId(clipId: string): string {
  return `clip ${clipId}`
}

/** Let what is kept of the recording be heard from a second of it, or be silent if it sounds. */
export function toggleClip(from?: number): void {
  const state = useReview.getState()
  const sound = currentSound(state)
  const { review } = state
  if (!review || !sound) return
  const { start, end } = review.range
  const takeId = clipTakeId(review.clip.clipId)
  const { status, takeId: loaded } = player.state()
  if (from === undefined && loaded === takeId && status !== 'idle') {
    player.stop()
    return
  }
  player.stop()
  const offset = Math.max(0, Math.min(end - start, (from ?? start) - start))
  player.play(takeId, [sliceSamples(sound, start, end)], true, offset)
}

/** Be silent if this recording sounds. */
function stopClip(): void {
  const { review } = useReview.getState()
  if (review && player.state().takeId === clipTakeId(review.clip.clipId)) player.stop()
}

async function loadSound(cleaned: boolean): Promise<void> {
  const clipId = useReview.getState().review?.clip.clipId
  if (clipId === undefined) return
  const part = cleaned ? 'denoised' : 'original'
  useReview.setState({ [part]: { status: 'loading' } })
  const onChange = (state: Loadable<PlayableAudio>): void => {
    if (isOpen(clipId)) useReview.setState({ [part]: state })
  }
  await load(
    () =>
      retryOnConnectionLoss(async () =>
        playableFromPcm((await call('clips.sound', { clipId, cleaned })).pcm),
      ),
    onChange,
  )
}

/** Look again at what the recording is like, as it would be used now. */
export async function loadChecks(): Promise<void> {
  const { review } = useReview.getState()
  if (!review) return
  const { clip, range, isDenoised } = review
  const cut = { ...range, cleaned: isDenoised }
  useReview.setState({ isChecking: true })
  await load(
    () => retryOnConnectionLoss(() => call('clips.check', { clipId: clip.clipId, cut })),
    (checks) => {
      const now = useReview.getState().review
      // Another cut was made meanwhile: its own checks are on their way.
      if (now?.range !== range || now.isDenoised !== isDenoised) return
      useReview.setState({ checks, isChecking: false })
      if (checks.status === 'loaded') announce(summarizeChecks(checks.value))
    },
  )
}

function summarizeChecks(
  checks: readonly { readonly state: string; readonly words: string }[],
): string {
  const open = checks.filter(({ state }) => state !== 'good')
  if (open.length === 0) return 'Every check of the recording is good.'
  return open.map(({ words }) => words).join(' ')
}

function isOpen(clipId: string): boolean {
  return useReview.getState().review?.clip.clipId === clipId
}
