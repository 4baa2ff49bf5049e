import { SAMPLE_RATE } from '#shared/audio.ts'

/** Length of a block and the step between two of them, in samples: 400 ms with an overlap of three quarters. */
const STEP = SAMPLE_RATE / 10
const STEPS_PER_BLOCK = 4
/** Blocks below are silence, in LUFS. */
const ABSOLUTE_GATE = -70
/** Blocks this far below the mean of the others are pauses, in LU. */
const RELATIVE_GATE = -10

interface Biquad {
  readonly b: readonly [number, number, number]
  readonly a: readonly [number, number]
}

/**
 * Integrated loudness of mono sound of -1 to 1 at `SAMPLE_RATE`, in LUFS; undefined for less than a block, or silence.
 * ITU-R BS.1770-4: K-weighting, blocks of 400 ms, both gates.
 */
export function loudnessOf(samples: Float32Array): number | undefined {
  const blocks = blockPowers(samples)
  const heard = blocks.filter((power) => toLufs(power) > ABSOLUTE_GATE)
  if (heard.length === 0) return undefined
  const gate = toLufs(mean(heard)) + RELATIVE_GATE
  return toLufs(mean(heard.filter((power) => toLufs(power) > gate)))
}

function toLufs(power: number): number {
  return -0.691 + 10 * Math.log10(power)
}

function mean(powers: readonly number[]): number {
  return powers.reduce((sum, power) => sum + power, 0) / powers.length
}

/** Mean square of every block of the weighted sound. */
function blockPowers(samples: Float32Array): number[] {
  const shelf = runBiquad(SHELF)
  const highPass = runBiquad(HIGH_PASS)
  const steps = new Float64Array(Math.floor(samples.length / STEP))
  for (let index = 0; index < steps.length * STEP; index++) {
    const weighted = highPass(shelf(samples[index] ?? 0))
    const step = Math.floor(index / STEP)
    steps[step] = (steps[step] ?? 0) + weighted * weighted
  }
  return Array.from({ length: Math.max(0, steps.length - STEPS_PER_BLOCK + 1) }, (_, first) => {
    const block = steps.subarray(first, first + STEPS_PER_BLOCK)
    return block.reduce((sum, power) => sum + power, 0) / (STEPS_PER_BLOCK * STEP)
  })
}

function runBiquad({ b, a }: Biquad): (sample: number) => number {
  let [first, second] = [0, 0]
  return (sample) => {
    const output = b[0] * sample + first
    first = b[1] * sample - a[0] * output + second
    second = b[2] * sample - a[1] * output
    return output
  }
}

/** The standard gives its filters for 48 kHz; these are the analogue ones behind them, as libebur128 derives them. */
const SHELF = shelfAt(1_681.974450955533, 3.999843853973347, 0.7071752369554196)
const HIGH_PASS = highPassAt(38.13547087602444, 0.5003270373238773)

function shelfAt(frequency: number, decibels: number, quality: number): Biquad {
  const k = Math.tan((Math.PI * frequency) / SAMPLE_RATE)
  const high = 10 ** (decibels / 20)
  const middle = high ** 0.4996667741545416
  const scale = 1 + k / quality + k * k
  return {
    b: [
      (high + (middle * k) / quality + k * k) / scale,
      (2 * (k * k - high)) / scale,
      (high - (middle * k) / quality + k * k) / scale,
    ],
    a: poles(k, quality, scale),
  }
}

function highPassAt(frequency: number, quality: number): Biquad {
  const k = Math.tan((Math.PI * frequency) / SAMPLE_RATE)
  const scale = 1 + k / quality + k * k
  return { b: [1, -2, 1], a: poles(k, quality, scale) }
}

function poles(k: number, quality: number, scale: number): Biquad['a'] {
  return [(2 * (k * k - 1)) / scale, (1 - k / quality + k * k) / scale]
}
