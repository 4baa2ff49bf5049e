import { SAMPLE_RATE } from '#shared/audio.ts'

/** Samples of one peak: a hundredth of a second. */
const WIDTH = SAMPLE_RATE / 100

/** Peak of each hundredth of a second of samples of -1 to 1, from 0 to 255. */
export function peaksOf(samples: Float32Array): Uint8Array {
  const peaks = new Uint8Array(Math.ceil(samples.length / WIDTH))
  for (let bin = 0; bin < peaks.length; bin++) {
    let highest = 0
    for (const sample of samples.subarray(bin * WIDTH, (bin + 1) * WIDTH))
      highest = Math.max(highest, Math.abs(sample))
    peaks[bin] = Math.min(255, Math.round(highest * 255))
  }
  return peaks
}
