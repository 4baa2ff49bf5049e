import { SAMPLE_RATE } from '#shared/audio.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { EstimatedVoice, VoiceTraits } from '#speech/engines/flite/profile.ts'
import { analyse } from '#speech/recordings/analyse.ts'
import { checkLength, checkRecording } from '#speech/recordings/check-recording.ts'
import { estimateVoice, type Synthesize, type SynthesizedSpeech } from './estimate.ts'

/** The words of a recording. */
export interface TranscribedUtterance {
  readonly transcript: string
  readonly language: LanguageCode
}

/** Speaks the words of a recording with given traits, cut after `seconds`. */
export type SynthesizeWords = (
  traits: VoiceTraits,
  utterance: TranscribedUtterance,
  seconds: number,
  signal: AbortSignal,
) => Promise<SynthesizedSpeech>

/**
 * Estimates the traits of a recording's speaker, with warnings about the recording. Throws AppError('voice/recording')
 * with a measured figure where the recording cannot be used. `samples`: mono at `SAMPLE_RATE`.
 */
export async function cloneVoice(
  samples: Float32Array,
  utterance: TranscribedUtterance,
  synthesizeWords: SynthesizeWords,
  signal: AbortSignal,
): Promise<EstimatedVoice> {
  checkLength(samples.length / SAMPLE_RATE)
  const clip = await analyse(samples, signal)
  checkRecording(clip)
  const synthesize: Synthesize = (traits, seconds) =>
    synthesizeWords(traits, utterance, seconds, signal)
  return estimateVoice(clip, synthesize, signal)
}
