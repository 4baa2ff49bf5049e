import { expect, test } from 'vitest'
import { compand } from '#media/g711.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { compandMuLaw, openPhoneLine, PHONE_LINE_DELAY, throughPhoneLine } from './phone-line.ts'

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

test('every sample is what a switch makes of it by G.711', () => {
  for (let sample = -32_768; sample < 32_768; sample += 7) {
    const heard = compandMuLaw(sample)
    // Where two steps meet, switches differ: by the two lowest bits, and by half a step of the finer side.
    const border = 3 + Math.ceil(Math.abs(sample) / 100)
    const codes = [0, border, -border].map(
      (off) => compand(Int16Array.of(clipped(sample + off)), 'mulaw')[0],
    )
    expect(codes).toContain(compand(Int16Array.of(heard), 'mulaw')[0])
  }
})

const clipped = (sample: number): number => Math.max(-32_768, Math.min(32_767, sample))

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
  const heard = throughPhoneLine(chunks)
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
