import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { highPass } from '#speech/dsp/biquad.ts'
import { openNoise } from '#speech/dsp/noise.ts'
import { openEqualiser } from './equaliser.ts'

const PLAIN = { low: 0, middle: 0, presence: 0, high: 0, breath: 0 }
const HIGH_BAND = { fromHz: 7_000, hasVowels: false }

/** Level in dB of what lies above 8 kHz. */
function highBandDecibels(samples: Float32Array): number {
  const top = samples.slice()
  for (let i = 0; i < 3; i++) highPass(8_500, SAMPLE_RATE).run(top)
  return 10 * Math.log10(top.reduce((sum, value) => sum + value ** 2, 0) / top.length + 1e-12)
}

/** A sum of sines every 200 Hz from one frequency to another: a sound without anything above its end. */
function hum(from: number, to: number, amplitude: (hz: number) => number): Float32Array {
  const phase = openNoise(3)
  const samples = new Float32Array(SAMPLE_RATE / 2)
  for (let hz = from; hz <= to; hz += 200) {
    const [start, size] = [Math.PI * phase(), amplitude(hz)]
    for (let n = 0; n < samples.length; n++)
      samples[n]! += size * Math.sin((2 * Math.PI * hz * n) / SAMPLE_RATE + start)
  }
  return samples
}

test('an s extends beyond the bandwidth of the base voice, at a natural level', () => {
  const hiss = hum(4_000, HIGH_BAND.fromHz, () => 0.01)
  const own = 10 * Math.log10(hiss.reduce((sum, value) => sum + value ** 2, 0) / hiss.length)
  openEqualiser(PLAIN, HIGH_BAND)(hiss)
  expect(highBandDecibels(hiss) - own).toBeGreaterThan(-18)
  expect(highBandDecibels(hiss) - own).toBeLessThan(-6)
})

test('a vowel does not hiss', () => {
  const vowel = hum(200, 6_800, (hz) => 0.1 * (200 / hz) ** 1.2)
  const own = 10 * Math.log10(vowel.reduce((sum, value) => sum + value ** 2, 0) / vowel.length)
  openEqualiser(PLAIN, HIGH_BAND)(vowel)
  expect(highBandDecibels(vowel) - own).toBeLessThan(-42)
})

test('where an envelope sets its level, a vowel continues above the bandwidth at a natural distance below itself', () => {
  const vowel = hum(200, 6_800, (hz) => 0.1 * (200 / hz) ** 1.2)
  const own = 10 * Math.log10(vowel.reduce((sum, value) => sum + value ** 2, 0) / vowel.length)
  openEqualiser(PLAIN, { ...HIGH_BAND, hasVowels: true })(vowel)
  expect(highBandDecibels(vowel) - own).toBeGreaterThan(-36)
  expect(highBandDecibels(vowel) - own).toBeLessThan(-24)
})

test('the same sentence is filtered the same way at every run', () => {
  const [once, twice] = [
    hum(4_000, HIGH_BAND.fromHz, () => 0.01),
    hum(4_000, HIGH_BAND.fromHz, () => 0.01),
  ]
  openEqualiser({ ...PLAIN, breath: 0.3 }, HIGH_BAND)(once)
  openEqualiser({ ...PLAIN, breath: 0.3 }, HIGH_BAND)(twice)
  expect(once).toEqual(twice)
})
