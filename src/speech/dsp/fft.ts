/** What depends on the length alone: the first half of a turn in `length` steps, clockwise, and who changes places. */
interface Plan {
  readonly cosines: Float64Array
  readonly sines: Float64Array
  /** Pairs of places, one after the other. */
  readonly swaps: Uint32Array
}

const plans = new Map<number, Plan>()

/**
 * Discrete Fourier transform in place, decimation in time with radix 2 (Cooley & Tukey 1965). `real` and `imaginary`
 * have the same length, a power of two. With the two exchanged it goes back, but for a factor of the length.
 */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length
  const plan = planFor(length)
  reorder(real, imaginary, plan.swaps)
  pairUp(real, imaginary)
  for (let size = 4; size <= length; size *= 2) butterflies(real, imaginary, size, plan)
}

/** The butterflies of size 2, whose turn is none. */
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

/** Every value to the place whose number is its own with the bits turned round. */
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

/** Kept, because a sine costs more than the rest of a butterfly. */
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
