/** Highest absolute value of a signal. */
export function peakOf(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) if (Math.abs(sample) > peak) peak = Math.abs(sample)
  return peak
}

/** A factor for a level in decibels. */
export const fromDecibels = (decibels: number): number => 10 ** (decibels / 20)

/** Scale in place by `gain`, less where that would pass `ceiling`: the whole signal keeps its shape, nothing is clipped. */
export function amplify(samples: Float32Array, gain: number, ceiling: number): void {
  const peak = peakOf(samples)
  const factor = peak * gain > ceiling ? ceiling / peak : gain
  for (let i = 0; i < samples.length; i++) samples[i]! *= factor
}

/** Fade both edges in place over `length` samples with a raised cosine, so that silence joins without a click. */
export function fadeEdges(samples: Float32Array, length: number): void {
  const span = Math.min(length, samples.length >> 1)
  for (let i = 0; i < span; i++) {
    const factor = 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / span)
    samples[i]! *= factor
    samples[samples.length - 1 - i]! *= factor
  }
}
