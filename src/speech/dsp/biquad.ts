/** A stateful second-order filter: call it block by block. */
export interface Filter {
  /** Filters the next sample. */
  step(sample: number): number
  /** Filters a block in place. */
  run(block: Float32Array): void
}

/** Numerator and denominator in Direct Form I, normalised by `a0` (Bristow-Johnson, "Audio EQ Cookbook", 2005). */
function biquad(b0: number, b1: number, b2: number, a0: number, a1: number, a2: number): Filter {
  const [c0, c1, c2, d1, d2] = [b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0]
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  const step = (x: number): number => {
    const y = c0 * x + c1 * x1 + c2 * x2 - d1 * y1 - d2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  }
  // The same again with its memory in local variables: three times as fast.
  const run = (block: Float32Array): void => {
    let [u1, u2, v1, v2] = [x1, x2, y1, y2]
    for (let n = 0; n < block.length; n++) {
      const x = block[n]!
      const y = c0 * x + c1 * u1 + c2 * u2 - d1 * v1 - d2 * v2
      u2 = u1
      u1 = x
      v2 = v1
      v1 = y
      block[n] = y
    }
    x1 = u1
    x2 = u2
    y1 = v1
    y2 = v2
  }
  return { step, run }
}

const turn = (hz: number, rate: number): number => (2 * Math.PI * hz) / rate

/**
 * Peaking equaliser with a gain of `decibels` at `hz`; `quality` is its Q factor. As in all filters of this file, `hz` is
 * the centre or corner frequency, below `rate` / 2, and `rate` the sample rate in Hz.
 */
export function peaking(hz: number, rate: number, decibels: number, quality: number): Filter {
  const [w, a] = [turn(hz, rate), 10 ** (decibels / 40)]
  const [cos, alpha] = [Math.cos(w), Math.sin(w) / (2 * quality)]
  return biquad(1 + alpha * a, -2 * cos, 1 - alpha * a, 1 + alpha / a, -2 * cos, 1 - alpha / a)
}

/** High shelf (slope 1) with a gain of `decibels` above the corner frequency `hz`; `rate` in Hz. */
export function highShelf(hz: number, rate: number, decibels: number): Filter {
  return shelf(hz, rate, decibels, 1)
}

/** Low shelf (slope 1) with a gain of `decibels` below the corner frequency `hz`; `rate` in Hz. */
export function lowShelf(hz: number, rate: number, decibels: number): Filter {
  return shelf(hz, rate, decibels, -1)
}

function shelf(hz: number, rate: number, decibels: number, side: 1 | -1): Filter {
  const [w, a] = [turn(hz, rate), 10 ** (decibels / 40)]
  const cos = Math.cos(w) * side
  const beta = 2 * Math.sqrt(a) * (Math.sin(w) / Math.SQRT2)
  return biquad(
    a * (a + 1 + (a - 1) * cos + beta),
    -2 * side * a * (a - 1 + (a + 1) * cos),
    a * (a + 1 + (a - 1) * cos - beta),
    a + 1 - (a - 1) * cos + beta,
    2 * side * (a - 1 - (a + 1) * cos),
    a + 1 - (a - 1) * cos - beta,
  )
}

/** Second-order high-pass filter (Butterworth, Q = 1/√2) with the corner frequency `hz`; `rate` in Hz. */
export function highPass(hz: number, rate: number): Filter {
  const w = turn(hz, rate)
  const [cos, alpha] = [Math.cos(w), Math.sin(w) / Math.SQRT2]
  return biquad((1 + cos) / 2, -(1 + cos), (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha)
}

/** Band-pass filter around `hz`, with 0 dB there; `quality` is its Q factor, `rate` in Hz. */
export function bandPass(hz: number, rate: number, quality: number): Filter {
  const w = turn(hz, rate)
  const alpha = Math.sin(w) / (2 * quality)
  return biquad(alpha, 0, -alpha, 1 + alpha, -2 * Math.cos(w), 1 - alpha)
}
