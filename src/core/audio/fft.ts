/**
 * Discrete Fourier transform in place, decimation in time with radix 2 (Cooley & Tukey 1965). `real` and `imaginary`
 * have the same length, a power of two.
 */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length
  const { cosines, sines } = turnsFor(length)
  reorder(real, imaginary)
  for (let size = 2; size <= length; size *= 2) {
    const half = size / 2
    const stride = length / size
    for (let k = 0; k < half; k++) {
      const [cos, sin] = [cosines[k * stride]!, sines[k * stride]!]
      for (let even = k; even < length; even += size) {
        const odd = even + half
        const r = real[odd]! * cos - imaginary[odd]! * sin
        const i = real[odd]! * sin + imaginary[odd]! * cos
        real[odd] = real[even]! - r
        imaginary[odd] = imaginary[even]! - i
        real[even]! += r
        imaginary[even]! += i
      }
    }
  }
}

interface Turns {
  readonly cosines: Float64Array
  readonly sines: Float64Array
}

const turns = new Map<number, Turns>()

/** The first half of a turn in `length` steps, clockwise; kept, because a sine costs more than the rest of a step. */
function turnsFor(length: number): Turns {
  const known = turns.get(length)
  if (known) return known
  const angles = Float64Array.from({ length: length / 2 }, (_, k) => (-2 * Math.PI * k) / length)
  const made = { cosines: angles.map(Math.cos), sines: angles.map(Math.sin) }
  turns.set(length, made)
  return made
}

/** Every value to the place whose number is its own with the bits turned round. */
function reorder(real: Float64Array, imaginary: Float64Array): void {
  let other = 0
  for (let at = 1; at < real.length; at++) {
    let bit = real.length >> 1
    for (; other & bit; bit >>= 1) other ^= bit
    other ^= bit
    if (at >= other) continue
    const [r, i] = [real[at]!, imaginary[at]!]
    real[at] = real[other]!
    imaginary[at] = imaginary[other]!
    real[other] = r
    imaginary[other] = i
  }
}
