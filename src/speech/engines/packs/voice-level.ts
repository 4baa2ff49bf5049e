import { fromDecibels } from '#speech/dsp/level.ts'
import { frameLevels, VOICE_DECIBELS } from '#speech/recordings/levels.ts'

/** The gain that brings a voice to the loudness of all others. */
export interface VoiceLevel {
  /** A linear factor for this sound of the voice, mono, from which the voice is known better afterwards. */
  gainFor(samples: Float32Array): number
}

/** Speech by which a voice is judged, in seconds, so that a soft sentence stays softer than its neighbours. */
const REMEMBERED_SECONDS = 60
/** As far as voices that are made of recordings are changed. */
const MOST_DECIBELS = 24

/**
 * Learns the level of a voice from what it says, by the measure by which all voices are compared: models come at any level.
 * `rate`: of its sound, in Hz.
 */
export function createVoiceLevel(rate: number): VoiceLevel {
  let power = 0
  let seconds = 0
  return {
    gainFor(samples) {
      const heard = frameLevels(samples, Math.round(rate / 100))
      const total = seconds + heard.speechSeconds
      if (total === 0) return 1
      power = (power * seconds + 10 ** (heard.speechDecibels / 10) * heard.speechSeconds) / total
      seconds = Math.min(total, REMEMBERED_SECONDS)
      const missing = VOICE_DECIBELS - 10 * Math.log10(power)
      return fromDecibels(Math.max(-MOST_DECIBELS, Math.min(MOST_DECIBELS, missing)))
    },
  }
}
