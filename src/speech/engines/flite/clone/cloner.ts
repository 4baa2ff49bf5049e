import { SAMPLE_RATE, type Timing } from '#shared/audio.ts'
import type { RecordingCheck } from '#shared/clips.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { cleanNoise } from '#speech/dsp/clean-noise.ts'
import { sampleOf } from '#speech/languages/samples.ts'
import type { Cloner, Inspector } from '#speech/worker/clone.ts'
import type { Speaker } from '#speech/worker/speaker.ts'
import { analyse } from './analyse.ts'
import { judgeLength, judgeRecording } from './check-recording.ts'
import { cloneVoice, type SayAs } from './clone.ts'
import type { Said } from './estimate.ts'
import { genderOf } from './gender.ts'

/** What is measured of a recording, in seconds: a longer one is refused, a shorter one is filled up with silence. */
const MEASURED_SECONDS = { min: 0.2, max: CUSTOM_VOICE_LIMITS.seconds.max + 1 } as const

/** Judges and cleans recordings, and makes voices of them by what `speaker` makes of their words. Throws as `cloneVoice`. */
export function createCloner(speaker: Speaker): Cloner & Inspector {
  return {
    inspect,
    clean: cleanNoise,
    clone: ({ samples, ...spoken }, signal) =>
      cloneVoice(samples, spoken, sayWith(speaker), signal),
  }
}

async function inspect(
  samples: Float32Array,
  signal: AbortSignal,
): Promise<readonly RecordingCheck[]> {
  const [least, most] = [MEASURED_SECONDS.min * SAMPLE_RATE, MEASURED_SECONDS.max * SAMPLE_RATE]
  const measured = new Float32Array(Math.min(most, Math.max(least, samples.length)))
  measured.set(samples.subarray(0, most))
  const checks = judgeRecording(await analyse(measured, signal))
  return [judgeLength(samples.length / SAMPLE_RATE), ...checks]
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
      const order = { text, voice: info.id, language, speed: 1, profile: { ...traits, info } }
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
