/** Power below which a channel is silent relative to the other one, -30 dB: its cable or microphone is missing. */
const SILENT = 0.001
/** Power of the sum below which two channels are in opposite phase, -20 dB. */
const CANCELLED = 0.01

/**
 * Mixes two channels to mono: their mean, or the stronger one at its full level where the other one is silent or both
 * cancel each other out. `interleaved`: left and right samples in turn. A constant offset does not count as sound.
 */
export function downmixToMono(interleaved: Float32Array): Float32Array {
  const length = interleaved.length >> 1
  const left = new Float32Array(length)
  const right = new Float32Array(length)
  const both = new Float32Array(length)
  // A plain loop: two minutes are three million samples, and the process serves other requests too.
  for (let i = 0; i < length; i++) {
    const [one, other] = [interleaved[2 * i] ?? 0, interleaved[2 * i + 1] ?? 0]
    left[i] = one
    right[i] = other
    both[i] = (one + other) / 2
  }
  const [leftPower, rightPower] = [powerOf(left), powerOf(right)]
  const [stronger, most] = leftPower >= rightPower ? [left, leftPower] : [right, rightPower]
  const isDead = Math.min(leftPower, rightPower) < SILENT * most
  return isDead || powerOf(both) < CANCELLED * most ? stronger : both
}

/** Mean square around the mean. */
function powerOf(samples: Float32Array): number {
  let sum = 0
  let squares = 0
  samples.forEach((sample) => {
    sum += sample
    squares += sample * sample
  })
  const count = Math.max(1, samples.length)
  return squares / count - (sum / count) ** 2
}
