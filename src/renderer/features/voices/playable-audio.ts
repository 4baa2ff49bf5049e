import { computePeaks, decodePcm16 } from '#renderer/ui/pcm.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'

/** Audio that can be played and drawn. */
export interface PlayableAudio {
  readonly samples: Int16Array
  /** Peak of each hundredth of a second, 0 to 1, as one array. */
  readonly peaks: readonly [Float32Array]
  readonly seconds: number
}

/** Audio from 16-bit little-endian PCM at SAMPLE_RATE. */
export function playableFromPcm(pcm: Uint8Array): PlayableAudio {
  return playableFromSamples(decodePcm16(pcm))
}

/** Audio from samples at SAMPLE_RATE. */
export function playableFromSamples(samples: Int16Array): PlayableAudio {
  return { samples, peaks: [computePeaks(samples)], seconds: samples.length / SAMPLE_RATE }
}

/** Samples between two positions in seconds. */
export function sliceSamples({ samples }: PlayableAudio, start: number, end: number): Int16Array {
  return samples.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE))
}
