import { SAMPLE_RATE } from '#shared/audio.ts'
import { transform } from '#speech/dsp/fft.ts'
import { centreHz, valueAt } from '#speech/dsp/mel-bands.ts'

/** Length of the Fourier transforms. */
export const TRANSFORM_SIZE = 1_024
/** Length of the impulse response in samples: 17 ms, as long as the narrowest mel bands take to decay. */
export const FILTER_TAPS = 400

/** Frequency up to which the bass lies, in Hz. */
export const BASS_HZ = 70

/** Frequency response, bin by bin from 0 to `TRANSFORM_SIZE / 2`. */
export interface FrequencyResponse {
  readonly real: Float64Array
  readonly imaginary: Float64Array
}

/**
 * Minimum-phase filter with the given gains (dB by mel band, and `bass` under them), by the folded cepstrum (Oppenheim & Schafer 1989,
 * "Discrete-Time Signal Processing", 12.4), faded out within `FILTER_TAPS` so that it is causal and short.
 */
export function minimumPhaseFilter(gains: readonly number[], bass = gains[0]!): FrequencyResponse {
  const real = new Float64Array(TRANSFORM_SIZE)
  const imaginary = new Float64Array(TRANSFORM_SIZE)
  for (let bin = 0; bin <= TRANSFORM_SIZE / 2; bin++) {
    const nepers = (gainAt(gains, bass, (bin * SAMPLE_RATE) / TRANSFORM_SIZE) * Math.LN10) / 20
    real[bin] = nepers
    real[(TRANSFORM_SIZE - bin) % TRANSFORM_SIZE] = nepers
  }
  transform(real, imaginary)
  fold(real, imaginary)
  transform(real, imaginary)
  for (let bin = 0; bin < TRANSFORM_SIZE; bin++) {
    const size = Math.exp(real[bin]!)
    const phase = imaginary[bin]!
    real[bin] = size * Math.cos(phase)
    imaginary[bin] = size * Math.sin(phase)
  }
  // With real and imaginary part swapped, the transform is its own inverse.
  transform(imaginary, real)
  for (let n = 0; n < TRANSFORM_SIZE; n++) {
    const fade = n < FILTER_TAPS ? Math.cos((Math.PI * n) / (2 * FILTER_TAPS)) : 0
    real[n] = (real[n]! * Math.sqrt(fade)) / TRANSFORM_SIZE
  }
  imaginary.fill(0)
  transform(real, imaginary)
  const half = TRANSFORM_SIZE / 2 + 1
  return { real: real.slice(0, half), imaginary: imaginary.slice(0, half) }
}

/** Gain at a frequency: from that of the lowest band it goes over to `bass` at `BASS_HZ`. */
function gainAt(gains: readonly number[], bass: number, hz: number): number {
  const part = Math.max(0, Math.min(1, (centreHz(0) - hz) / (centreHz(0) - BASS_HZ)))
  return valueAt(gains, hz) + part * (bass - gains[0]!)
}

/** Folds the anticausal half of a cepstrum onto its causal half. */
function fold(cepstrum: Float64Array, imaginary: Float64Array): void {
  imaginary.fill(0)
  for (let n = 0; n < TRANSFORM_SIZE; n++) {
    const times = n === 0 || n === TRANSFORM_SIZE / 2 ? 1 : n < TRANSFORM_SIZE / 2 ? 2 : 0
    cepstrum[n] = (cepstrum[n]! * times) / TRANSFORM_SIZE
  }
}
