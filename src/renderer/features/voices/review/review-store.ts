import { create } from 'zustand'
import type { PlayableAudio } from '#renderer/features/voices/playable-audio.ts'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { Clip, OwnVoice, RecordingCheck } from '#shared/clips.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { TrimRange } from './trim.ts'

/** Recording under review, with the user's entries and the range that is used. */
export interface VoiceDraft {
  readonly clip: Clip
  readonly range: TrimRange
  readonly isDenoised: boolean
  readonly name: string
  readonly transcript: string
  /** Empty: detected from the transcript. */
  readonly language: LanguageCode | ''
  readonly consent: boolean
}

interface ReviewState {
  readonly review: VoiceDraft | undefined
  readonly original: Loadable<PlayableAudio>
  /** Audio after noise reduction; undefined until it is requested. */
  readonly denoised: Loadable<PlayableAudio> | undefined
  readonly checks: Loadable<readonly RecordingCheck[]>
  /** Whether the checks belong to an earlier range. */
  readonly isChecking: boolean
  /** Job that creates the voice. */
  readonly creation: { readonly jobId: string; readonly step: string } | undefined
  /** Why no voice was created. */
  readonly error: string | undefined
  /** Voice that was created. */
  readonly createdVoice: OwnVoice | undefined
}

export const NO_REVIEW: ReviewState = {
  review: undefined,
  original: { status: 'loading' },
  denoised: undefined,
  checks: { status: 'loading' },
  isChecking: false,
  creation: undefined,
  error: undefined,
  createdVoice: undefined,
}

/** State of the review. */
export const useReview = create<ReviewState>(() => NO_REVIEW)

/** Audio as it would be used now, once it is loaded. */
export function currentSound(state: Pick<ReviewState, 'review' | 'original' | 'denoised'>) {
  const loadable = state.review?.isDenoised ? state.denoised : state.original
  return loadable?.status === 'loaded' ? loadable.value : undefined
}
