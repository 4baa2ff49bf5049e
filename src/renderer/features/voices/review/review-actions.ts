import { call } from '#renderer/client.ts'
import { discardClip } from '#renderer/features/voices/library-actions.ts'
import {
  type PlayableAudio,
  playableFromPcm,
  sliceSamples,
} from '#renderer/features/voices/playable-audio.ts'
import { retryOnConnectionLoss } from '#renderer/features/voices/recorder/clip-upload.ts'
import { useRecorder } from '#renderer/features/voices/recorder/recorder-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { type Loadable, load } from '#renderer/ui/loadable.ts'
import { player } from '#renderer/ui/shared-player.ts'
import type { Clip } from '#shared/clips.ts'
import { loadClipDraft, saveClipDraft } from './clip-drafts.ts'
import { currentSound, NO_REVIEW, useReview, type VoiceDraft } from './review-store.ts'
import { fullRange } from './trim.ts'

/** Delay of the checks after the last move of a handle, in milliseconds. */
const CHECK_DELAY_MS = 250

let checkTimer: ReturnType<typeof setTimeout> | undefined

/** Opens a finished recording for review, with its draft. */
export function openReview(clip: Clip): void {
  const { review, creation } = useReview.getState()
  // A recording from which a voice is being created stays open; the other one stays in the list.
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

/** Resumes a recording. An interrupted one is used up to where it stopped. */
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

/** Changes the entries for the recording, or the range that is used. */
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

/** Turns noise reduction on or off. The recording itself stays unchanged. */
export function setDenoised(isDenoised: boolean): void {
  const { denoised } = useReview.getState()
  changeReview({ isDenoised })
  announce(t(isDenoised ? 'voices:review.noise.removed' : 'voices:review.noise.original'))
  if (isDenoised && denoised?.status !== 'loaded') void loadSound(true)
}

/** Closes the review and returns to the recorder; the recording is kept. */
export function closeReview(): void {
  stopClip()
  clearTimeout(checkTimer)
  useReview.setState(NO_REVIEW)
}

/** Discards the recording and returns to the recorder. */
export async function discardReview(): Promise<void> {
  const { review } = useReview.getState()
  closeReview()
  if (review) await discardClip(review.clip)
}

/** Id under which the player plays a clip. */
export function clipTakeId(clipId: string): string {
  return `clip ${clipId}`
}

/**
 * Plays the used range of the recording from a position in seconds, or stops it if it is playing and no position is
 * given.
 */
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

/** Stops the recording if it is playing. */
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

/** Loads the checks of the recording as it would be used now. */
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
      // The range changed meanwhile, and its own checks are being loaded.
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
  if (open.length === 0) return t('voices:review.checks.allGood')
  return open.map(({ words }) => words).join(' ')
}

function isOpen(clipId: string): boolean {
  return useReview.getState().review?.clip.clipId === clipId
}
