import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { BANDS, centreHz } from '#speech/dsp/mel-bands.ts'
import { cacheFilters, openEnvelopeFilter, type SpectralEnvelope } from './envelope-filter.ts'

const flat = Array.from({ length: BANDS }, () => 0)
const hilly = Array.from({ length: BANDS }, (_, band) => Math.round(12 * Math.sin(band / 4)))
const envelope: SpectralEnvelope = { all: flat, sounds: { aa: hilly } }
const SEGMENTS = [
  { name: 'aa', start: 0, end: 0.5 },
  { name: 's', start: 0.5, end: 1 },
]

const tone = (hz: number): Float32Array =>
  Float32Array.from({ length: SAMPLE_RATE }, (_, n) =>
    Math.sin((2 * Math.PI * hz * n) / SAMPLE_RATE),
  )
function levelOf(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE)
  return 10 * Math.log10((2 * part.reduce((sum, x) => sum + x * x, 0)) / part.length)
}

test.each([6, 13, 20, 27, 34])(
  'band %i is raised in its segment and unchanged in another one',
  (band) => {
    const sound = tone(centreHz(band))
    openEnvelopeFilter(cacheFilters(envelope), SEGMENTS)(sound, 0)
    expect(levelOf(sound, 0.1, 0.45)).toBeGreaterThan((hilly[band] ?? 0) - 1)
    expect(levelOf(sound, 0.1, 0.45)).toBeLessThan((hilly[band] ?? 0) + 1)
    expect(Math.abs(levelOf(sound, 0.55, 0.95))).toBeLessThan(0.1)
  },
)

test('the result does not depend on where blocks end', () => {
  const noise = tone(700).map((x, n) => x + Math.sin(n * n))
  const whole = noise.slice()
  openEnvelopeFilter(cacheFilters(envelope), SEGMENTS)(whole, 0)
  const apply = openEnvelopeFilter(cacheFilters(envelope), SEGMENTS)
  for (const [from, to] of [
    [0, 9_601],
    [9_601, 9_733],
    [9_733, 24_000],
  ] as const)
    apply(noise.subarray(from, to), from)
  for (const [n, x] of noise.entries()) expect(Math.abs(x - (whole[n] ?? 0))).toBeLessThan(1e-6)
})

test('gains of 0 dB change nothing, and a filter is causal', () => {
  const noise = tone(700).map((x, n) => (n < 12_000 ? 0 : x + Math.sin(n * n)))
  const plain = noise.slice()
  openEnvelopeFilter(cacheFilters({ all: flat, sounds: {} }), SEGMENTS)(plain, 0)
  for (const [n, x] of plain.entries()) expect(Math.abs(x - (noise[n] ?? 0))).toBeLessThan(1e-6)
  openEnvelopeFilter(cacheFilters({ all: hilly, sounds: {} }), SEGMENTS)(noise, 0)
  for (const x of noise.subarray(0, 12_000)) expect(Math.abs(x)).toBeLessThan(1e-6)
})
