import { transform } from '#speech/dsp/fft.ts'
import { RATE } from './read-sound.ts'

const COEFFICIENTS = 16
const BANDS = 24
const FFT_SIZE = 512
const WINDOW = Math.round(RATE * 0.025)
const HOP = Math.round(RATE * 0.01)
const PRE_EMPHASIS = 0.95
/** Frames of less energy than this share of the loudest one are pauses. */
const GATE = 1e-3

/** Stevens, Volkmann & Newman 1937, in O'Shaughnessy's form (1987). */
const toMel = (hz: number): number => 2595 * Math.log10(1 + hz / 700)
const fromMel = (mel: number): number => 700 * (10 ** (mel / 2595) - 1)

/** Edges of the triangular bands, evenly spaced in mel from 0 Hz to half the rate, in bins of the transform. */
const EDGES = Array.from(
  { length: BANDS + 2 },
  (_, i) => fromMel((toMel(RATE / 2) * i) / (BANDS + 1)) * (FFT_SIZE / RATE),
)
const HANN = Float64Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW),
)

/**
 * Mel-frequency cepstral coefficients c1 to c16 of every 10 ms in which there is speech (Davis & Mermelstein 1980): Hann window
 * of 25 ms, pre-emphasis, 24 triangular bands, logarithm, cosine transform. `samples` at `RATE`.
 */
export function melCepstra(samples: Float32Array): readonly (readonly number[])[] {
  const frames: (readonly number[])[] = []
  const energies: number[] = []
  for (let at = 0; at + WINDOW < samples.length; at += HOP) {
    frames.push(cosineTransform(logBands(samples, at)))
    let energy = 0
    for (let i = 0; i < WINDOW; i++) energy += samples[at + i]! ** 2
    energies.push(energy)
  }
  const gate = Math.max(...energies) * GATE
  return frames.filter((_, at) => energies[at]! > gate)
}

function logBands(samples: Float32Array, at: number): readonly number[] {
  const real = new Float64Array(FFT_SIZE)
  const imaginary = new Float64Array(FFT_SIZE)
  for (let i = 0; i < WINDOW; i++)
    real[i] = (samples[at + i]! - PRE_EMPHASIS * (samples[at + i - 1] ?? 0)) * HANN[i]!
  transform(real, imaginary)
  return Array.from({ length: BANDS }, (_, band) => Math.log(bandPower(real, imaginary, band)))
}

function bandPower(real: Float64Array, imaginary: Float64Array, band: number): number {
  const [low, centre, high] = [EDGES[band]!, EDGES[band + 1]!, EDGES[band + 2]!]
  let power = 1e-10
  for (let bin = Math.ceil(low); bin < high; bin++) {
    const rising = (bin - low) / (centre - low)
    const falling = (high - bin) / (high - centre)
    const weight = Math.max(0, bin < centre ? rising : falling)
    power += weight * (real[bin]! ** 2 + imaginary[bin]! ** 2)
  }
  return power
}

/** DCT-II without its first coefficient. */
function cosineTransform(logs: readonly number[]): readonly number[] {
  return Array.from({ length: COEFFICIENTS }, (_, c) =>
    logs.reduce(
      (sum, log, band) => sum + log * Math.cos((Math.PI * (c + 1) * (band + 0.5)) / BANDS),
      0,
    ),
  )
}
