import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { compandMuLaw, openPhoneLine, PHONE_LINE_DELAY } from './phone-line.ts'

const tone = (hz: number, amplitude = 12_000, samples = SAMPLE_RATE): Int16Array =>
  Int16Array.from({ length: samples }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE)),
  )

/** Loudness of what comes out against what went in, in dB, once the line has settled. */
function gain(hz: number): number {
  const power = (samples: Int16Array): number =>
    samples.subarray(4_000).reduce((sum, sample) => sum + sample ** 2, 0)
  const sent = tone(hz)
  return 10 * Math.log10((power(openPhoneLine()(sent)) + 1) / power(sent))
}

test.each([400, 1_000, 2_000, 3_300])('a tone of %i Hz goes through the line', (hz) => {
  expect(Math.abs(gain(hz))).toBeLessThan(1)
})

test.each([60, 120, 4_200, 6_000, 9_000])('a tone of %i Hz is not heard at the other end', (hz) => {
  expect(gain(hz)).toBeLessThan(-25)
})

test('every sample becomes one of the 255 values of G.711, the next one on its own step', () => {
  const values = new Set<number>()
  for (let sample = -32_768; sample < 32_768; sample++) {
    const heard = compandMuLaw(sample)
    values.add(Math.abs(heard))
    // The coarsest steps are 1,024 wide, and the highest value is below the highest sample.
    expect(Math.abs(heard - sample)).toBeLessThanOrEqual(Math.abs(sample) > 32_123 ? 644 : 512)
  }
  // Value of a step: ITU-T G.711, table 2b, in units of 16 bit.
  const table = Array.from(
    { length: 128 },
    (_, code) => (((code & 15) * 8 + 132) << (code >> 4)) - 132,
  )
  expect([...values].toSorted((a, b) => a - b)).toEqual(table)
})

test('companding leaves the noise of a telephone: 30 dB or more below the speech', () => {
  for (const amplitude of [300, 2_000, 20_000]) {
    const samples = tone(997, amplitude)
    const noise = samples.reduce((sum, s) => sum + (compandMuLaw(s) - s) ** 2, 0)
    const power = samples.reduce((sum, s) => sum + s ** 2, 0)
    expect(10 * Math.log10(power / noise)).toBeGreaterThan(30)
  }
})

test('a take sounds the same in chunks of any length, and is as long as before', () => {
  const whole = tone(700, 9_000, 5_000)
  const chunks = [1, 7, 992, 4_000].map((length, index, all) => {
    const from = all.slice(0, index).reduce((sum, n) => sum + n, 0)
    return whole.slice(from, from + length)
  })
  const heard = chunks.map(openPhoneLine())
  expect(heard.map(({ length }) => length)).toEqual([1, 7, 992, 4_000])
  const joined = heard.flatMap((chunk) => [...chunk])
  expect(joined).toEqual([...openPhoneLine()(whole)])
})

test('a click is heard once, so much later as is stated', () => {
  const click = new Int16Array(2_001)
  click[1_000] = 30_000
  const heard = openPhoneLine()(click)
  const peak = heard.reduce(
    (best, sample, i) => (Math.abs(sample) > Math.abs(heard[best] ?? 0) ? i : best),
    0,
  )
  expect(Math.abs(peak - 1_000 - PHONE_LINE_DELAY)).toBeLessThanOrEqual(2)
})

test('silence stays silent', () => {
  expect(openPhoneLine()(new Int16Array(3_000)).every((sample) => Math.abs(sample) <= 8)).toBe(true)
})
