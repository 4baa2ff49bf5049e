import { create } from 'zustand'
import type { PlayableAudio } from '#renderer/features/voices/playable-audio.ts'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { Clip, OwnVoice, RecordingCheck } from '#shared/clips.ts'
import type { LanguageCode } from '#shared/voices.ts'
import type { TrimRange } from './trim.ts'

/** What a person says of a recording, and how much of it is used. */
export interface VoiceDraft {
  readonly clip: Clip
  readonly range: TrimRange
  readonly isDenoised: boolean
  readonly name: string
  readonly transcript: string
  /** Empty: told by the words. */
  readonly language: LanguageCode | ''
  readonly consent: boolean
}

interface ReviewState {
  readonly review: VoiceDraft | undefined
  readonly original: Loadable<PlayableAudio>
  /** The sound without its noise; undefined while nobody has asked for it. */
  readonly denoised: Loadable<PlayableAudio> | undefined
  readonly checks: Loadable<readonly RecordingCheck[]>
  /** Whether the checks that are shown are those of an earlier cut. */
  readonly isChecking: boolean
  /** The voice in the making. */
  readonly creation: { readonly jobId: string; readonly step: string } | undefined
  /** Why no voice was made, in words. */
  readonly error: string | undefined
  /** The voice that was made of it. */
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

/** The recording of which a voice is to be made. */
export const useReview = create<ReviewState>(() => NO_REVIEW)

/** The sound as it would be used now, once it is there. */
export function currentSound(state: Pick<ReviewState, 'review' | 'original' | 'denoised'>) {
  const asked = state.review?.isDenoised ? state.denoised : state.original
  return asked?.status === 'loaded' ? asked.value : undefined
}
