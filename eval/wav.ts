import { WAV_HEADER_BYTES, wavHeader } from '#media/wav.ts'

/**
 * A wav of 16 bit, mono, with `samples` in -1 to 1 at `rate`. Full scale is 32,767, as in all figures that were measured: the
 * product's own is 32,768.
 */
export function wavOf(samples: Float32Array, rate: number): Buffer {
  const bytes = Buffer.concat([
    wavHeader(samples.length * 2, 0, rate),
    Buffer.alloc(samples.length * 2),
  ])
  for (const [at, sample] of samples.entries()) {
    const value = Math.round(sample * 32_767)
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, value)), WAV_HEADER_BYTES + at * 2)
  }
  return bytes
}
