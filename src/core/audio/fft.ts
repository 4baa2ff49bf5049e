/**
 * Discrete Fourier transform in place, decimation in time with radix 2 (Cooley & Tukey 1965). `real` and `imaginary`
 * have the same length, a power of two.
 */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length
  reorder(real, imaginary)
  for (let size = 2; size <= length; size *= 2) {
    const half = size / 2
    const step = (-2 * Math.PI) / size
    for (let k = 0; k < half; k++) {
      const [cos, sin] = [Math.cos(step * k), Math.sin(step * k)]
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
