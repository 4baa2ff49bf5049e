/** Number of cepstral coefficients of a frame, and of the bands that they describe. */
export const CEPSTRA = 18

/** Centres of the vocoder's bands in Hz (the band layout of Opus's neural coder, in steps of 200 Hz). */
const BAND_HZ = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 34, 40].map((n) => 200 * n)

/** Changes of a voice's spectrum that its frames can take before they sound. */
export interface SpectralChange {
  /** Factor on all formants: above 1 a shorter vocal tract. */
  readonly formantScale: number
  /** Decibels at 200, 800, 3,000 and 6,500 Hz, in straight lines between them. */
  readonly low: number
  readonly middle: number
  readonly presence: number
  readonly high: number
}

/**
 * Changes frames of cepstra in place, every `stride` numbers. A vocal tract of another length and an equaliser are both
 * linear in log band energies, and so one matrix and one vector on the cepstra (Pitz & Ney 2005, "Vocal tract
 * normalization equals linear transformation in cepstral space").
 */
export function createSpectralTransform(
  change: SpectralChange,
): (frames: Float32Array, stride: number) => void {
  const { matrix, offset } = linearChange(change)
  const input = new Float64Array(CEPSTRA)
  return (frames, stride) => {
    for (let at = 0; at + CEPSTRA <= frames.length; at += stride) {
      for (let i = 0; i < CEPSTRA; i++) input[i] = frames[at + i]!
      for (let i = 0; i < CEPSTRA; i++) {
        let sum = offset[i]!
        for (let j = 0; j < CEPSTRA; j++) sum += matrix[i * CEPSTRA + j]! * input[j]!
        frames[at + i] = sum
      }
    }
  }
}

/** Row by row: the inverse cosine transform, the bands read at their new places, and the cosine transform. */
function linearChange(change: SpectralChange): {
  readonly matrix: Float64Array
  readonly offset: Float64Array
} {
  const matrix = new Float64Array(CEPSTRA * CEPSTRA)
  const offset = new Float64Array(CEPSTRA)
  for (const [band, hz] of BAND_HZ.entries()) {
    const place = bandAt(hz / change.formantScale)
    const below = Math.min(CEPSTRA - 2, Math.floor(place))
    const part = place - below
    const gain = equaliserDecibels(hz, change) / 10
    for (let i = 0; i < CEPSTRA; i++) {
      const weight = cosine(band, i)
      offset[i]! += weight * gain
      for (let j = 0; j < CEPSTRA; j++)
        matrix[i * CEPSTRA + j]! +=
          weight * (cosine(below, j) * (1 - part) + cosine(below + 1, j) * part)
    }
  }
  return { matrix, offset }
}

/**
 * The orthonormal cosine transform between log band energies and cepstra. The vocoder's first cepstrum is lower by a
 * constant, which all bands share and which no change of places moves.
 */
function cosine(band: number, cepstrum: number): number {
  const scale = Math.sqrt((cepstrum === 0 ? 1 : 2) / CEPSTRA)
  return scale * Math.cos(((band + 0.5) * cepstrum * Math.PI) / CEPSTRA)
}

/** Place of a frequency among the bands, between two of them. Above the highest the slope of the last two goes on. */
function bandAt(hz: number): number {
  const upper = BAND_HZ.findIndex((centre) => centre >= hz)
  if (upper === 0) return 0
  const next = upper === -1 ? BAND_HZ.length - 1 : upper
  const [low, high] = [BAND_HZ[next - 1]!, BAND_HZ[next]!]
  return next - 1 + (hz - low) / (high - low)
}

function equaliserDecibels(hz: number, { low, middle, presence, high }: SpectralChange): number {
  const points = [
    [200, low],
    [800, middle],
    [3_000, presence],
    [6_500, high],
  ] as const
  const next = points.findIndex(([at]) => at >= hz)
  if (next === 0) return low
  if (next === -1) return high
  const [[fromHz, from], [toHz, to]] = [points[next - 1]!, points[next]!]
  return from + ((to - from) * (hz - fromHz)) / (toHz - fromHz)
}
