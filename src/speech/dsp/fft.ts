/** Precomputed twiddle factors and bit-reversal swaps for one length. */
interface Plan {
  readonly cosines: Float64Array
  readonly sines: Float64Array
  /** Pairs of indices, one after the other. */
  readonly swaps: Uint32Array
}

const plans = new Map<number, Plan>()

/**
 * Discrete Fourier transform in place, radix 2 decimation in time (Cooley & Tukey 1965). `real` and `imaginary` have
 * the same length, a power of two. Exchanging the two gives the inverse, times the length.
 * @example `transform(real, imaginary)` of `[1, 0, 0, 0]` and zeros makes `real` `[1, 1, 1, 1]`.
 */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length
  const plan = planFor(length)
  reorder(real, imaginary, plan.swaps)
  pairUp(real, imaginary)
  for (let size = 4; size <= length; size *= 2) butterflies(real, imaginary, size, plan)
}

/** Butterflies of size 2, whose twiddle factor is 1. */
function pairUp(real: Float64Array, imaginary: Float64Array): void {
  for (let even = 0; even + 1 < real.length; even += 2) {
    const r = real[even + 1]!
    const i = imaginary[even + 1]!
    real[even + 1] = real[even]! - r
    imaginary[even + 1] = imaginary[even]! - i
    real[even]! += r
    imaginary[even]! += i
  }
}

function butterflies(
  real: Float64Array,
  imaginary: Float64Array,
  size: number,
  { cosines, sines }: Plan,
): void {
  const length = real.length
  const half = size / 2
  const stride = length / size
  for (let start = 0; start < length; start += size) {
    for (let k = 0; k < half; k++) {
      const cos = cosines[k * stride]!
      const sin = sines[k * stride]!
      const even = start + k
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

/** Bit-reversal permutation. */
function reorder(real: Float64Array, imaginary: Float64Array, swaps: Uint32Array): void {
  for (let pair = 0; pair < swaps.length; pair += 2) {
    const at = swaps[pair]!
    const other = swaps[pair + 1]!
    const r = real[at]!
    const i = imaginary[at]!
    real[at] = real[other]!
    imaginary[at] = imaginary[other]!
    real[other] = r
    imaginary[other] = i
  }
}

/** Cached, because a sine costs more than the rest of a butterfly. */
function planFor(length: number): Plan {
  const known = plans.get(length)
  if (known) return known
  const angles = Float64Array.from({ length: length / 2 }, (_, k) => (-2 * Math.PI * k) / length)
  const plan = {
    cosines: angles.map(Math.cos),
    sines: angles.map(Math.sin),
    swaps: swapsOf(length),
  }
  plans.set(length, plan)
  return plan
}

function swapsOf(length: number): Uint32Array {
  const swaps: number[] = []
  let other = 0
  for (let at = 1; at < length; at++) {
    let bit = length >> 1
    for (; other & bit; bit >>= 1) other ^= bit
    other ^= bit
    if (at < other) swaps.push(at, other)
  }
  return Uint32Array.from(swaps)
}
