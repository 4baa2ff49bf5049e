import { SAMPLE_RATE } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/voices.ts'
import type { EstimatedVoice, VoiceTraits } from '#speech/engines/flite/profile.ts'
import { analyse } from '#speech/recordings/analyse.ts'
import { checkLength, checkRecording } from '#speech/recordings/check-recording.ts'
import { estimateVoice, type Said, type Say } from './estimate.ts'

/** What is said in a recording. */
export interface Spoken {
  readonly transcript: string
  readonly language: LanguageCode
}

/** Speaks the words of a recording with any traits, cut after `seconds`. */
export type SayAs = (
  traits: VoiceTraits,
  spoken: Spoken,
  seconds: number,
  signal: AbortSignal,
) => Promise<Said>

/**
 * The traits of the speaker of a recording: checked, measured, estimated, with what may keep them from being near. Throws AppError('voice/recording') with a
 * figure where it cannot be used. `samples`: mono at `SAMPLE_RATE`.
 */
export async function cloneVoice(
  samples: Float32Array,
  spoken: Spoken,
  sayAs: SayAs,
  signal: AbortSignal,
): Promise<EstimatedVoice> {
  checkLength(samples.length / SAMPLE_RATE)
  const clip = await analyse(samples, signal)
  checkRecording(clip)
  const say: Say = (traits, seconds) => sayAs(traits, spoken, seconds, signal)
  return estimateVoice(clip, say, signal)
}
