import { SAMPLE_RATE, type Timing } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import type { CloneOrder, Cloner } from '#speech/engines/cloner.ts'
import { sampleOf } from '#speech/languages/samples.ts'
import { analyse } from '#speech/recordings/analyse.ts'
import { checkLength, checkRecording } from '#speech/recordings/check-recording.ts'
import { genderOf } from '#speech/recordings/gender.ts'
import type { Speaker } from '#speech/speaker.ts'
import { estimateVoice, type Synthesize, type SynthesizedSpeech } from './estimate.ts'
import type { CloningMethod, RecordedTraits } from './method.ts'
import type { JudgeTranscript } from './transcript-fit.ts'

/**
 * Creates a cloner that speaks the words of recordings with `speaker` and estimates the traits of their speakers, with
 * warnings about the recordings. It throws AppError('voice/recording') with a measured figure where a recording cannot be
 * used. `judge` tells whether the transcript fits; left out, only the alignment with speech tells.
 */
export function createClonerBy<Traits extends RecordedTraits>(
  method: CloningMethod<Traits>,
  speaker: Speaker,
  judge?: JudgeTranscript,
): Cloner {
  return {
    async clone(order, signal) {
      const { samples } = order
      checkLength(samples.length / SAMPLE_RATE)
      const clip = await analyse(samples, signal)
      checkRecording(clip)
      const fit = await judge?.(clip, order, signal)
      const synthesize = synthesizeWith(speaker, method, order)
      const { traits, warnings } = await estimateVoice(clip, method, { synthesize, fit }, signal)
      const made = { engine: method.engine, traits: method.encode(traits), warnings }
      return fit?.place === undefined ? made : { ...made, misfit: fit.place }
    },
  }
}

/** Speaks the words of a recording, cut after some seconds. */
function synthesizeWith<Traits extends RecordedTraits>(
  speaker: Speaker,
  { engine, encode }: CloningMethod<Traits>,
  { transcript, language }: CloneOrder,
): Synthesize<Traits> {
  return async (traits, seconds, signal) => {
    const info: VoiceInfo = {
      id: 'voice_in_the_making',
      name: '',
      gender: genderOf(traits.f0Hz),
      language,
      character: '',
      sample: '',
    }
    const custom = { engine, info, traits: encode(traits) }
    const synthesize = (text: string): Promise<SynthesizedSpeech> => {
      const request = { text, voice: info.id, language, speed: 1, custom }
      return synthesizeStart(speaker, request, seconds, signal)
    }
    try {
      return await synthesize(transcript)
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.startsWith('text/')) throw error
      // A text without a readable word cannot be compared word by word; any sentence of the language will do.
      return synthesize(sampleOf('Ada', language))
    }
  }
}

async function synthesizeStart(
  speaker: Speaker,
  request: Parameters<Speaker['speak']>[0],
  seconds: number,
  signal: AbortSignal,
): Promise<SynthesizedSpeech> {
  const maxSamples = Math.round(seconds * SAMPLE_RATE)
  const output = new Float32Array(maxSamples)
  const phones: Timing[] = []
  let length = 0
  for await (const { samples, timings } of speaker.speak(request, signal)) {
    const chunk = samples.subarray(0, maxSamples - length)
    output.set(chunk, length)
    phones.push(...timings.phones)
    length += chunk.length
    if (length === maxSamples) break
  }
  return { samples: output.subarray(0, length), phones }
}
