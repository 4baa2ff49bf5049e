import { call } from '#renderer/client.ts'
import { discardClip } from '#renderer/features/voices/asking.ts'
import { untilTaken } from '#renderer/features/voices/recorder/clip-sending.ts'
import { useRecorder } from '#renderer/features/voices/recorder/recorder-store.ts'
import { type Sound, soundOf, stretchOf } from '#renderer/features/voices/sound.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { type Loadable, load } from '#renderer/ui/loadable.ts'
import { player } from '#renderer/ui/shared-player.ts'
import type { Clip } from '#shared/clips.ts'
import { draftOf, keepDraft } from './clip-drafts.ts'
import { NO_REVIEW, type Review, soundInUse, useReview } from './review-store.ts'
import { wholeOf } from './trim.ts'

/** While a handle is dragged, the checks wait for it to rest. Milliseconds. */
const REST_MS = 250

let resting: ReturnType<typeof setTimeout> | undefined

/** Look at a recording that is whole; what was written about it before is there again. */
export function openReview(clip: Clip): void {
  const { review, making } = useReview.getState()
  // One of which a voice is being made stays: the other one waits in the list.
  if (making || review?.clip.clipId === clip.clipId) return
  clearTimeout(resting)
  stopClip()
  useRecorder.setState({ refusal: undefined })
  const draft = draftOf(clip.clipId)
  useReview.setState({
    ...NO_REVIEW,
    review: {
      clip,
      kept: wholeOf(clip.seconds),
      isCleaned: false,
      name: draft?.name ?? '',
      transcript: draft?.transcript ?? '',
      language: draft?.language ?? '',
      consent: false,
    },
  })
  void askSound(false)
  void askChecks()
}

/** Go on with a recording that waits; one that was interrupted is used as far as it came. */
export async function resume(clip: Clip): Promise<void> {
  useRecorder.setState({ refusal: undefined })
  try {
    const { clipId } = clip
    openReview(clip.isFinished ? clip : await untilTaken(() => call('clips.finish', { clipId })))
  } catch (error) {
    useRecorder.setState({ refusal: errorMessage(error) })
  }
}

/** Say something else about the recording, or use another part of it. */
export function changeReview(change: Partial<Omit<Review, 'clip'>>): void {
  const { review } = useReview.getState()
  if (!review) return
  const next = { ...review, ...change }
  useReview.setState({ review: next, refusal: undefined })
  const { name, transcript, language } = next
  keepDraft(next.clip.clipId, { name, transcript, language })
  if (change.kept || change.isCleaned !== undefined) {
    stopClip()
    useReview.setState({ isChecking: true })
    clearTimeout(resting)
    resting = setTimeout(() => void askChecks(), REST_MS)
  }
}

/** Take the noise out, or put it back. The recording itself stays as it is. */
export function setCleaned(isCleaned: boolean): void {
  const { cleaned } = useReview.getState()
  changeReview({ isCleaned })
  announce(isCleaned ? 'Without noise.' : 'As it was recorded.')
  if (isCleaned && cleaned?.status !== 'loaded') void askSound(true)
}

/** Put the recording aside and go back to recording; it goes on waiting. */
export function putAside(): void {
  stopClip()
  clearTimeout(resting)
  useReview.setState(NO_REVIEW)
}

/** Throw the recording away and go back to recording. */
export async function discardReview(): Promise<void> {
  const { review } = useReview.getState()
  putAside()
  if (review) await discardClip(review.clip)
}

/** The name under which the recording is on the loudspeaker. */
export function takeIdOf(clipId: string): string {
  return `clip ${clipId}`
}

/** Let what is kept of the recording be heard from a second of it, or be silent if it sounds. */
export function hearClip(from?: number): void {
  const state = useReview.getState()
  const sound = soundInUse(state)
  const { review } = state
  if (!review || !sound) return
  const { start, end } = review.kept
  const takeId = takeIdOf(review.clip.clipId)
  const { status, takeId: loaded } = player.state()
  if (from === undefined && loaded === takeId && status !== 'idle') {
    player.stop()
    return
  }
  player.stop()
  const offset = Math.max(0, Math.min(end - start, (from ?? start) - start))
  player.play(takeId, [stretchOf(sound, start, end)], true, offset)
}

/** Be silent if this recording sounds. */
function stopClip(): void {
  const { review } = useReview.getState()
  if (review && player.state().takeId === takeIdOf(review.clip.clipId)) player.stop()
}

async function askSound(cleaned: boolean): Promise<void> {
  const clipId = useReview.getState().review?.clip.clipId
  if (clipId === undefined) return
  const part = cleaned ? 'cleaned' : 'original'
  useReview.setState({ [part]: { status: 'loading' } })
  const tell = (asked: Loadable<Sound>): void => {
    if (isOpen(clipId)) useReview.setState({ [part]: asked })
  }
  await load(
    () => untilTaken(async () => soundOf((await call('clips.sound', { clipId, cleaned })).pcm)),
    tell,
  )
}

/** Look again at what the recording is like, as it would be used now. */
export async function askChecks(): Promise<void> {
  const { review } = useReview.getState()
  if (!review) return
  const { clip, kept, isCleaned } = review
  const cut = { ...kept, cleaned: isCleaned }
  useReview.setState({ isChecking: true })
  await load(
    () => untilTaken(() => call('clips.check', { clipId: clip.clipId, cut })),
    (checks) => {
      const now = useReview.getState().review
      // Another cut was made meanwhile: its own checks are on their way.
      if (now?.kept !== kept || now.isCleaned !== isCleaned) return
      useReview.setState({ checks, isChecking: false })
      if (checks.status === 'loaded') announce(summaryOf(checks.value))
    },
  )
}

function summaryOf(checks: readonly { readonly state: string; readonly words: string }[]): string {
  const open = checks.filter(({ state }) => state !== 'good')
  if (open.length === 0) return 'Every check of the recording is good.'
  return open.map(({ words }) => words).join(' ')
}

function isOpen(clipId: string): boolean {
  return useReview.getState().review?.clip.clipId === clipId
}
