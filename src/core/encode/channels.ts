/** A channel this much weaker than the other one is dead: a cable or a microphone that is not there; -30 dB. */
const DEAD = 0.001
/** Two channels that leave less than this of either when added are the same sound turned over; -20 dB. */
const CANCELLED = 0.01

/**
 * One channel of two: their mean, unless one is dead or the two cancel each other out; then the stronger one at its full
 * level. `interleaved`: left and right in turn. A channel's constant offset is not counted as sound.
 */
export function toOneChannel(interleaved: Float32Array): Float32Array {
  const length = interleaved.length >> 1
  const left = Float32Array.from({ length }, (_, i) => interleaved[2 * i] ?? 0)
  const right = Float32Array.from({ length }, (_, i) => interleaved[2 * i + 1] ?? 0)
  const both = left.map((value, i) => (value + (right[i] ?? 0)) / 2)
  const [leftPower, rightPower] = [powerOf(left), powerOf(right)]
  const [stronger, most] = leftPower >= rightPower ? [left, leftPower] : [right, rightPower]
  const isDead = Math.min(leftPower, rightPower) < DEAD * most
  return isDead || powerOf(both) < CANCELLED * most ? stronger : both
}

/** Mean square around the mean. */
function powerOf(samples: Float32Array): number {
  let sum = 0
  let squares = 0
  for (const sample of samples) {
    sum += sample
    squares += sample * sample
  }
  const count = Math.max(1, samples.length)
  return squares / count - (sum / count) ** 2
}
