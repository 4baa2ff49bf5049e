import { SAMPLE_RATE } from '#shared/audio.ts'

/** Rate of peaks in Hz: fine enough for one bar per pixel. */
export const PEAK_RATE = 100

/** Decodes 16-bit little-endian PCM at any byte offset; a trailing half sample is dropped. */
export function decodePcm16(bytes: Uint8Array): Int16Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = new Int16Array(bytes.byteLength >> 1)
  for (let index = 0; index < samples.length; index++)
    samples[index] = view.getInt16(index * 2, true)
  return samples
}

/** Peak of each hundredth of a second, 0 to 1. */
export function computePeaks(samples: Int16Array): Float32Array<ArrayBuffer> {
  const width = SAMPLE_RATE / PEAK_RATE
  const peaks = new Float32Array(Math.ceil(samples.length / width))
  for (let index = 0; index < samples.length; index++) {
    const bin = Math.floor(index / width)
    const magnitude = Math.abs(samples[index] ?? 0) / 32_768
    if (magnitude > (peaks[bin] ?? 0)) peaks[bin] = magnitude
  }
  return peaks
}

/** Converts samples to the range from -1 to 1, as Web Audio expects them. */
export function toFloat32(samples: Int16Array): Float32Array<ArrayBuffer> {
  const floats = new Float32Array(samples.length)
  for (let index = 0; index < samples.length; index++)
    floats[index] = (samples[index] ?? 0) / 32_768
  return floats
}
