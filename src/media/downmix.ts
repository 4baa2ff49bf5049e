/** A channel this much weaker than the other one is dead: a cable or a microphone that is not there; -30 dB. */
const DEAD = 0.001
/** Two channels that leave less than this of either when added are the same sound turned over; -20 dB. */
const CANCELLED = 0.01

/**
 * One channel of two: their mean, unless one is dead or the two cancel each other out; then the stronger one at its full
 * level. `interleaved`: left and right in turn. A channel's constant offset is not counted as sound.
 */
export function downmixToMono(interleaved: Float32Array): Float32Array {
  const length = interleaved.length >> 1
  const left = new Float32Array(length)
  const right = new Float32Array(length)
  const both = new Float32Array(length)
  // Two minutes are three million of them, and whoever decodes them serves others too.
  for (let i = 0; i < length; i++) {
    const [one, other] = [interleaved[2 * i] ?? 0, interleaved[2 * i + 1] ?? 0]
    left[i] = one
    right[i] = other
    both[i] = (one + other) / 2
  }
  const [leftPower, rightPower] = [powerOf(left), powerOf(right)]
  const [stronger, most] = leftPower >= rightPower ? [left, leftPower] : [right, rightPower]
  const isDead = Math.min(leftPower, rightPower) < DEAD * most
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
