import { SAMPLE_RATE, type Timing } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import { FLITE_ID } from '#speech/engines/flite/profile.ts'
import { sampleOf } from '#speech/languages/samples.ts'
import { genderOf } from '#speech/recordings/gender.ts'
import type { Speaker } from '#speech/speaker.ts'
import { cloneVoice, type SayAs } from './clone.ts'
import type { Said } from './estimate.ts'

/** Makes voices of recordings by what `speaker` makes of their words. Throws as `cloneVoice`. */
export function createCloner(speaker: Speaker): Cloner {
  return {
    clone: async ({ samples, ...spoken }, signal) => ({
      engine: FLITE_ID,
      ...(await cloneVoice(samples, spoken, sayWith(speaker), signal)),
    }),
  }
}

function sayWith(speaker: Speaker): SayAs {
  return async (traits, { transcript, language }, seconds, signal) => {
    const info: VoiceInfo = {
      id: 'voice_in_the_making',
      name: '',
      gender: genderOf(traits.f0Hz),
      language,
      character: '',
      sample: '',
    }
    const say = (text: string): Promise<Said> => {
      const order = {
        text,
        voice: info.id,
        language,
        speed: 1,
        custom: { engine: FLITE_ID, info, traits },
      }
      return beginningOf(speaker, order, seconds, signal)
    }
    try {
      return await say(transcript)
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.startsWith('text/')) throw error
      // What cannot be read cannot be compared word by word; any sentence of the language will do.
      return say(sampleOf('Ada', language))
    }
  }
}

async function beginningOf(
  speaker: Speaker,
  order: Parameters<Speaker['speak']>[0],
  seconds: number,
  signal: AbortSignal,
): Promise<Said> {
  const most = Math.round(seconds * SAMPLE_RATE)
  const sound = new Float32Array(most)
  const phones: Timing[] = []
  let length = 0
  for await (const { samples, timings } of speaker.speak(order, signal)) {
    const taken = samples.subarray(0, most - length)
    sound.set(taken, length)
    phones.push(...timings.phones)
    length += taken.length
    if (length === most) break
  }
  return { samples: sound.subarray(0, length), phones }
}
