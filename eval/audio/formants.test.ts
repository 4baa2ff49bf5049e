import { expect, test } from 'vitest'
import { formantsAt } from './formants.ts'
import { RATE } from './read-sound.ts'

/** Pulses at 100 Hz with the slope of a voice (a pole at 150 Hz), through resonators of 80 Hz bandwidth in a row. */
function vowel(formants: readonly number[]): Float32Array {
  const samples = Float64Array.from({ length: RATE / 2 }, (_, i) => (i % 160 === 0 ? 1 : 0))
  const slope = Math.exp((-2 * Math.PI * 150) / RATE)
  for (let i = 1; i < samples.length; i++) samples[i]! += slope * samples[i - 1]!
  for (const hz of formants) {
    const radius = Math.exp((-Math.PI * 80) / RATE)
    const turn = 2 * radius * Math.cos((2 * Math.PI * hz) / RATE)
    for (let i = 2; i < samples.length; i++)
      samples[i]! += turn * samples[i - 1]! - radius * radius * samples[i - 2]!
  }
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return Float32Array.from(samples, (sample) => sample / loudest)
}

test.each([
  [310, 900, 2300],
  [700, 1300, 2500],
  [300, 2200, 2900],
  [480, 1800, 2500],
])('the formants of a vowel made with %i and %i Hz are found', (first, second, third) => {
  const found = formantsAt(vowel([first, second, third, 3500, 4500]), 0.25)
  expect(Math.abs((found?.[0] ?? 0) - first)).toBeLessThan(0.1 * first)
  expect(Math.abs((found?.[1] ?? 0) - second)).toBeLessThan(0.06 * second)
})

test('silence, and the ends of a sound, have none', () => {
  expect(formantsAt(new Float32Array(RATE), 0.5)).toBeUndefined()
  expect(formantsAt(vowel([500, 1500]), 0)).toBeUndefined()
  expect(formantsAt(vowel([500, 1500]), 9)).toBeUndefined()
})
