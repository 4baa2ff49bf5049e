import { create } from 'zustand'
import type { Sound } from '#renderer/features/voices/sound.ts'
import type { Loadable } from '#renderer/ui/loadable.ts'
import type { Clip, OwnVoice, RecordingCheck } from '#shared/clips.ts'
import type { LanguageCode } from '#shared/voices.ts'
import type { Kept } from './trim.ts'

/** What a person says of a recording, and how much of it is used. */
export interface Review {
  readonly clip: Clip
  readonly kept: Kept
  readonly isCleaned: boolean
  readonly name: string
  readonly transcript: string
  /** Empty: told by the words. */
  readonly language: LanguageCode | ''
  readonly consent: boolean
}

interface ReviewState {
  readonly review: Review | undefined
  readonly original: Loadable<Sound>
  /** The sound without its noise; undefined while nobody has asked for it. */
  readonly cleaned: Loadable<Sound> | undefined
  readonly checks: Loadable<readonly RecordingCheck[]>
  /** Whether the checks that are shown are those of an earlier cut. */
  readonly isChecking: boolean
  /** The voice in the making. */
  readonly making: { readonly jobId: string; readonly step: string } | undefined
  /** Why no voice was made, in words. */
  readonly refusal: string | undefined
  /** The voice that was made of it. */
  readonly made: OwnVoice | undefined
}

export const NO_REVIEW: ReviewState = {
  review: undefined,
  original: { status: 'loading' },
  cleaned: undefined,
  checks: { status: 'loading' },
  isChecking: false,
  making: undefined,
  refusal: undefined,
  made: undefined,
}

/** The recording of which a voice is to be made. */
export const useReview = create<ReviewState>(() => NO_REVIEW)

/** The sound as it would be used now, once it is there. */
export function soundInUse(state: Pick<ReviewState, 'review' | 'original' | 'cleaned'>) {
  const asked = state.review?.isCleaned ? state.cleaned : state.original
  return asked?.status === 'loaded' ? asked.value : undefined
}
