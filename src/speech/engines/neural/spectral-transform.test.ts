import { expect, test } from 'vitest'
import { CEPSTRA, createSpectralTransform } from './spectral-transform.ts'

const PLAIN = { formantScale: 1, low: 0, middle: 0, presence: 0, high: 0 }
const BANDS_HZ = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 34, 40].map((n) => 200 * n)

const basis = (band: number, i: number): number =>
  Math.sqrt((i === 0 ? 1 : 2) / CEPSTRA) * Math.cos(((band + 0.5) * i * Math.PI) / CEPSTRA)
/** Cepstra of log10 band energies. */
const cepstraOf = (energyAt: (hz: number) => number): Float32Array =>
  Float32Array.from({ length: CEPSTRA }, (_, i) =>
    BANDS_HZ.reduce((sum, hz, band) => sum + energyAt(hz) * basis(band, i), 0),
  )
const energiesOf = (cepstra: Float32Array): number[] =>
  BANDS_HZ.map((_, band) => cepstra.reduce((sum, c, i) => sum + c * basis(band, i), 0))
/** A spectrum with one formant. */
const formant = (centre: number) => cepstraOf((hz) => 2 * Math.exp(-(((hz - centre) / 500) ** 2)))
const peakOf = (cepstra: Float32Array): number => {
  const energies = energiesOf(cepstra)
  return BANDS_HZ[energies.indexOf(Math.max(...energies))]!
}

test('a change of nothing changes nothing', () => {
  const frames = formant(1_600)
  const before = frames.slice()
  createSpectralTransform(PLAIN)(frames, CEPSTRA)
  for (const [i, value] of frames.entries()) expect(value).toBeCloseTo(before[i]!, 5)
})

test('a shorter vocal tract moves a formant up, a longer one down', () => {
  const up = formant(2_000)
  createSpectralTransform({ ...PLAIN, formantScale: 1.2 })(up, CEPSTRA)
  expect(peakOf(up)).toBe(2_400)
  const down = formant(2_000)
  createSpectralTransform({ ...PLAIN, formantScale: 0.8 })(down, CEPSTRA)
  expect(peakOf(down)).toBe(1_600)
})

test('the equaliser lifts bands by its decibels, whatever the constant of the first cepstrum is', () => {
  const flat = cepstraOf(() => 0.5)
  flat[0]! -= 4
  createSpectralTransform({ ...PLAIN, low: 6, high: -4 })(flat, CEPSTRA)
  flat[0]! += 4
  const energies = energiesOf(flat)
  expect(10 * (energies[1]! - 0.5)).toBeCloseTo(6, 4)
  expect(10 * (energies[16]! - 0.5)).toBeCloseTo(-4, 4)
  expect(10 * (energies[11]! - 0.5)).toBeCloseTo(0, 4)
})

test('every frame is changed, and what stands beside its cepstra stays', () => {
  const frames = new Float32Array(40)
  frames.set(formant(1_600), 0)
  frames.set(formant(1_600), 20)
  frames[18] = 0.3
  frames[19] = -0.2
  createSpectralTransform({ ...PLAIN, formantScale: 1.3, presence: 3 })(frames, 20)
  expect(frames.subarray(20, 38)).toEqual(frames.subarray(0, 18))
  expect([frames[18], frames[19]]).toEqual([Math.fround(0.3), Math.fround(-0.2)])
})
