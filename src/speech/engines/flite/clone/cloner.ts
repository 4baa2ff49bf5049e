import { SAMPLE_RATE, type Timing } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import { FLITE_ID } from '#speech/engines/flite/profile.ts'
import { sampleOf } from '#speech/languages/samples.ts'
import { genderOf } from '#speech/recordings/gender.ts'
import type { Speaker } from '#speech/speaker.ts'
import { cloneVoice, type SynthesizeWords } from './clone.ts'
import type { SynthesizedSpeech } from './estimate.ts'
import { encodeTraits } from './traits.ts'

/** Creates a cloner that speaks the words of recordings with `speaker`. Throws as `cloneVoice`. */
export function createCloner(speaker: Speaker): Cloner {
  return {
    async clone({ samples, ...utterance }, signal) {
      const voice = await cloneVoice(samples, utterance, synthesizeWith(speaker), signal)
      return { engine: FLITE_ID, traits: encodeTraits(voice.traits), warnings: voice.warnings }
    },
  }
}

function synthesizeWith(speaker: Speaker): SynthesizeWords {
  return async (traits, { transcript, language }, seconds, signal) => {
    const info: VoiceInfo = {
      id: 'voice_in_the_making',
      name: '',
      gender: genderOf(traits.f0Hz),
      language,
      character: '',
      sample: '',
    }
    const synthesize = (text: string): Promise<SynthesizedSpeech> => {
      const request = {
        text,
        voice: info.id,
        language,
        speed: 1,
        custom: { engine: FLITE_ID, info, traits: encodeTraits(traits) },
      }
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
