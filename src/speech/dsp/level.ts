/**
 * Highest absolute value of a signal.
 * @example `peakOf(new Float32Array([0.25, -0.5]))` is `0.5`.
 */
export function peakOf(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) if (Math.abs(sample) > peak) peak = Math.abs(sample)
  return peak
}

/** Linear factor of a level in decibels. */
export const fromDecibels = (decibels: number): number => 10 ** (decibels / 20)

/** Threshold of the soft limiter. */
const KNEE = 0.7
const CEILING = 0.95

/**
 * Scales in place by `gain`, a linear factor, with a soft limiter: unchanged up to 0.7, then bent by tanh, never above
 * 0.95.
 */
export function limit(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i++) {
    samples[i] = softened(samples[i]! * gain)
  }
}

/** A sample under the soft limiter: as it is up to 0.7, never above 0.95. */
export function softened(value: number): number {
  const size = Math.abs(value)
  return size <= KNEE ? value : Math.sign(value) * bent(size)
}

const bent = (size: number): number =>
  KNEE + (CEILING - KNEE) * Math.tanh((size - KNEE) / (CEILING - KNEE))

/**
 * Fades both ends of a sound over `length` samples with a raised cosine, so that silence joins without a click. `block`
 * begins at sample `start` of the sound, which has `total` samples; it is changed in place.
 */
export function fadeEdges(block: Float32Array, start: number, total: number, length: number): void {
  const span = Math.min(length, total >> 1)
  for (let i = 0; i < block.length; i++) {
    const fromEdge = Math.min(start + i, total - 1 - start - i)
    if (fromEdge >= span) continue
    block[i]! *= 0.5 - 0.5 * Math.cos((Math.PI * (fromEdge + 0.5)) / span)
  }
}
