import { expect, test } from 'vitest'
import { createResampler, resample } from './resample.ts'

const tone = (hz: number, rate: number, seconds = 0.5): Float32Array =>
  Float32Array.from({ length: Math.round(rate * seconds) }, (_, i) =>
    Math.sin((2 * Math.PI * hz * i) / rate),
  )

/** Level of one frequency in dB, away from the edges. */
function levelAt(samples: Float32Array, hz: number, rate: number): number {
  const margin = Math.round(rate * 0.05)
  let re = 0
  let im = 0
  let weight = 0
  for (let i = margin; i < samples.length - margin; i++) {
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i - margin)) / (samples.length - 2 * margin))
    re += hann * samples[i]! * Math.cos((2 * Math.PI * hz * i) / rate)
    im += hann * samples[i]! * Math.sin((2 * Math.PI * hz * i) / rate)
    weight += hann
  }
  return 20 * Math.log10((2 * Math.hypot(re, im)) / weight + 1e-12)
}

test.each([100, 440, 1_000, 3_500, 7_000])(
  'a tone of %i Hz keeps its level and place when 16 kHz becomes 24 kHz',
  (hz) => {
    const output = resample(tone(hz, 16_000), 16_000, 24_000)
    const expected = tone(hz, 24_000)
    expect(output.length).toBe(expected.length)
    expect(levelAt(output, hz, 24_000)).toBeCloseTo(0, 1)
    for (let i = 2_000; i < 4_000; i++)
      expect(Math.abs(output[i]! - expected[i]!)).toBeLessThan(0.002)
  },
)

test('the mirror image above 8 kHz lies at least 70 dB under the tone', () => {
  const output = resample(tone(6_000, 16_000), 16_000, 24_000)
  expect(levelAt(output, 10_000, 24_000)).toBeLessThan(-70)
})

test('what the lower rate cannot hold is removed on the way down', () => {
  const output = resample(tone(10_000, 48_000), 48_000, 16_000)
  expect(levelAt(output, 6_000, 16_000)).toBeLessThan(-70)
  expect(levelAt(resample(tone(3_000, 48_000), 48_000, 16_000), 3_000, 16_000)).toBeCloseTo(0, 1)
})

test('a constant stays the same constant, and nothing stays nothing', () => {
  const output = resample(new Float32Array(1_000).fill(0.5), 16_000, 24_000)
  expect(output[700]).toBeCloseTo(0.5, 5)
  expect(resample(new Float32Array(0), 16_000, 24_000)).toHaveLength(0)
})

test.each([
  [24_000, 8_000],
  [16_000, 24_000],
  [44_100, 24_000],
])(
  'a sound that comes in pieces of any length is that of the whole, %i Hz to %i Hz',
  (from, to) => {
    const whole = Float32Array.from({ length: 9_001 }, (_, i) => Math.sin(i * i * 1e-4))
    for (const lengths of [[1, 0, 2, 997], [9_001], [480], [3_000, 1]]) {
      const resampler = createResampler(from, to)
      const pieces: number[] = []
      for (let at = 0, turn = 0; at < whole.length; turn++) {
        const length = lengths[turn % lengths.length]!
        pieces.push(...resampler.push(whole.subarray(at, at + length)))
        at += length
      }
      pieces.push(...resampler.end())
      expect(Float32Array.from(pieces)).toEqual(resample(whole, from, to))
    }
    const nothing = createResampler(from, to)
    expect([...nothing.push(new Float32Array(0)), ...nothing.end()]).toEqual([])
  },
)
