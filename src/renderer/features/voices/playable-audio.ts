import { computePeaks, decodePcm16 } from '#renderer/ui/pcm.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'

/** Something that can be heard and drawn. */
export interface PlayableAudio {
  readonly samples: Int16Array
  /** Loudest sample of each hundredth of a second, 0 to 1; in one part, as the waveform takes it. */
  readonly peaks: readonly [Float32Array]
  readonly seconds: number
}

/** A sound from 16 bit little-endian bytes at the rate of everything after the voice. */
export function playableFromPcm(pcm: Uint8Array): PlayableAudio {
  return playableFromSamples(decodePcm16(pcm))
}

/** A sound from samples at the rate of everything after the voice. */
export function playableFromSamples(samples: Int16Array): PlayableAudio {
  return { samples, peaks: [computePeaks(samples)], seconds: samples.length / SAMPLE_RATE }
}

/** The samples of a sound from a second to another one. */
export function sliceSamples({ samples }: PlayableAudio, start: number, end: number): Int16Array {
  return samples.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE))
}
