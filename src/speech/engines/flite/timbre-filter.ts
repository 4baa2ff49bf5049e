import { SAMPLE_RATE } from '#shared/audio.ts'
import { transform } from '#speech/dsp/fft.ts'
import { valueAt } from '#speech/dsp/mel-bands.ts'

/** Length of the transforms by which timbre is filtered. */
export const SIZE = 1_024
/** Samples after which a filter has died away: 17 ms, as long as the narrowest bands take. */
export const TAPS = 400

/** A filter, bin by bin from 0 to `SIZE / 2`. */
export interface Response {
  readonly real: Float64Array
  readonly imaginary: Float64Array
}

/**
 * The filter with these gains (dB by mel band) that answers soonest: minimum phase by the folded cepstrum (Oppenheim &
 * Schafer 1989, "Discrete-Time Signal Processing", 12.4), faded out within `TAPS`, so that it is causal and short.
 */
export function filterOf(gains: readonly number[]): Response {
  const real = new Float64Array(SIZE)
  const imaginary = new Float64Array(SIZE)
  for (let bin = 0; bin <= SIZE / 2; bin++) {
    const nepers = (valueAt(gains, (bin * SAMPLE_RATE) / SIZE) * Math.LN10) / 20
    real[bin] = nepers
    real[(SIZE - bin) % SIZE] = nepers
  }
  transform(real, imaginary)
  fold(real, imaginary)
  transform(real, imaginary)
  for (let bin = 0; bin < SIZE; bin++) {
    const size = Math.exp(real[bin]!)
    const phase = imaginary[bin]!
    real[bin] = size * Math.cos(phase)
    imaginary[bin] = size * Math.sin(phase)
  }
  // With its two halves swapped, the transform goes back.
  transform(imaginary, real)
  for (let n = 0; n < SIZE; n++) {
    const fade = n < TAPS ? Math.cos((Math.PI * n) / (2 * TAPS)) : 0
    real[n] = (real[n]! * Math.sqrt(fade)) / SIZE
  }
  imaginary.fill(0)
  transform(real, imaginary)
  const half = SIZE / 2 + 1
  return { real: real.slice(0, half), imaginary: imaginary.slice(0, half) }
}

/** What a cepstrum has before its zero goes behind it. */
function fold(cepstrum: Float64Array, imaginary: Float64Array): void {
  imaginary.fill(0)
  for (let n = 0; n < SIZE; n++) {
    const times = n === 0 || n === SIZE / 2 ? 1 : n < SIZE / 2 ? 2 : 0
    cepstrum[n] = (cepstrum[n]! * times) / SIZE
  }
}
