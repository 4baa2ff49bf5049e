import { transform } from '#speech/dsp/fft.ts'
import { BANDS, centreHz, positionOf } from '#speech/dsp/mel-bands.ts'

const SIZE = 512
const WINDOW_SECONDS = 0.025
const FLOOR = 1e-10

/** Sum of the spectra of frames. */
export interface SpectrumSum {
  add(spectrum: Float64Array): void
  readonly frames: number
  mean(): Float64Array
  deviation(): Float64Array
}

/** Running mean and standard deviation of mel spectra: `BANDS` values each, in dB. */
export function openSpectrumSum(): SpectrumSum {
  const sum = new Float64Array(BANDS)
  const squares = new Float64Array(BANDS)
  let frames = 0
  const mean = (): Float64Array => sum.map((value) => value / Math.max(1, frames))
  return {
    add(spectrum) {
      frames++
      for (let band = 0; band < BANDS; band++) {
        sum[band]! += spectrum[band]!
        squares[band]! += spectrum[band]! ** 2
      }
    },
    get frames() {
      return frames
    },
    mean,
    deviation() {
      const means = mean()
      return squares.map((value, band) =>
        Math.sqrt(Math.max(0, value / Math.max(1, frames) - means[band]! ** 2)),
      )
    },
  }
}

/** Frequencies under the bands, in bins of the transform at 16 kHz: 31 and 62 Hz. */
const BASS_BINS = [1, 2]

/**
 * Mean level of the bass in dB, as the spectra of frames count it: of what lies under the lowest band. `centres`: samples.
 */
export function bassDecibels(
  samples: Float32Array,
  rate: number,
  centres: readonly number[],
): number {
  const read = openTransform(samples, rate)
  let sum = 0
  for (const centre of centres) {
    const { real, imaginary } = read(centre)
    let power = FLOOR
    for (const bin of BASS_BINS)
      power += (real[bin]! ** 2 + imaginary[bin]! ** 2) / BASS_BINS.length
    sum += 10 * Math.log10(power)
  }
  return sum / Math.max(1, centres.length)
}

/**
 * The mel spectrum of the frame around a sample, in dB: triangular bands (Davis & Mermelstein 1980) over the power of a
 * Hann window of 25 ms. `samples`: mono at `rate` Hz, of which `rate` is at most 20,480.
 */
export function openSpectrumReader(
  samples: Float32Array,
  rate: number,
): (centre: number) => Float64Array {
  const weights = bandWeights(rate)
  const read = openTransform(samples, rate)
  return (centre) => {
    const { real, imaginary } = read(centre)
    const bands = new Float64Array(BANDS)
    for (const [band, shape] of weights.entries()) {
      let power = FLOOR
      for (const [bin, weight] of shape) power += weight * (real[bin]! ** 2 + imaginary[bin]! ** 2)
      bands[band] = 10 * Math.log10(power)
    }
    return bands
  }
}

interface Transform {
  readonly real: Float64Array
  readonly imaginary: Float64Array
}

/** The Fourier transform of the windowed frame around a sample; the same arrays every time. */
function openTransform(samples: Float32Array, rate: number): (centre: number) => Transform {
  const length = Math.round(WINDOW_SECONDS * rate)
  const window = Float64Array.from(
    { length },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length),
  )
  const real = new Float64Array(SIZE)
  const imaginary = new Float64Array(SIZE)
  return (centre) => {
    real.fill(0)
    imaginary.fill(0)
    const from = centre - (length >> 1)
    for (let i = 0; i < length; i++) real[i] = (samples[from + i] ?? 0) * window[i]!
    transform(real, imaginary)
    return { real, imaginary }
  }
}

function bandWeights(rate: number): readonly (readonly (readonly [number, number])[])[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const shape: (readonly [number, number])[] = []
    for (let bin = 1; bin < SIZE / 2; bin++) {
      const weight = 1 - Math.abs(positionOf((bin * rate) / SIZE) - band)
      if (weight > 0) shape.push([bin, weight])
    }
    // A band narrower than the distance of two bins takes the nearest one.
    if (shape.length === 0) shape.push([Math.round((centreHz(band) * SIZE) / rate), 1])
    return shape
  })
}
