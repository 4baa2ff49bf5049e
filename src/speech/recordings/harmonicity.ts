/**
 * Harmonics-to-noise ratio in dB around a sample: the part of a stretch that comes again one period later against the
 * part that does not (Boersma 1993). `period` in samples. Between -20 and 40.
 */
export function harmonicity(samples: Float32Array, centre: number, period: number): number {
  const lag = Math.round(period)
  let best = 0
  for (let shift = -1; shift <= 1; shift++)
    best = Math.max(best, likeness(samples, centre, lag + shift))
  const share = Math.max(0.01, Math.min(0.9999, best))
  return 10 * Math.log10(share / (1 - share))
}

function likeness(samples: Float32Array, centre: number, lag: number): number {
  const from = centre - lag
  let product = 0
  let own = 1e-12
  let other = 1e-12
  for (let i = 0; i < lag; i++) {
    const [before, after] = [samples[from + i] ?? 0, samples[from + i + lag] ?? 0]
    product += before * after
    own += before * before
    other += after * after
  }
  return product / Math.sqrt(own * other)
}
