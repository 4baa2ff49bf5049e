import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { cleanNoise } from './clean-noise.ts'
import { openNoise } from './noise.ts'

const forever = new AbortController().signal
/** Signal that the noise reduction takes for a voice: moving harmonics of 140 Hz, in syllables with pauses. */
const voice = Float32Array.from({ length: 4.13 * SAMPLE_RATE }, (_, i) => {
  const t = i / SAMPLE_RATE
  const phase = 2 * Math.PI * (140 * t + 3 * Math.sin(5 * t))
  const syllable = Math.max(0, Math.sin(2 * Math.PI * 2.5 * t)) * Math.min(1, 4 * t)
  let sum = 0
  for (let k = 1; k <= 20; k++) sum += Math.sin(k * phase) / k ** 0.8
  return 0.08 * syllable * sum
})
const noise = voice.map(openNoise(7))
const power = (samples: Float32Array): number =>
  samples.reduce((sum, value) => sum + value * value, 0) / samples.length
const quiet = (samples: Float32Array): number =>
  power(samples.filter((_, i) => Math.sin((2 * Math.PI * 2.5 * i) / SAMPLE_RATE) < -0.5))

test('noise between the words is taken out by more than 10 dB, and the words stay in their place', async () => {
  const noisy = voice.map((value, i) => value + 0.02 * (noise[i] ?? 0))
  const cleaned = await cleanNoise(noisy, forever)
  expect(cleaned).toHaveLength(noisy.length)
  expect(10 * Math.log10(quiet(noisy) / quiet(cleaned))).toBeGreaterThan(10)
  const likeness = (shift: number): number =>
    voice.reduce((sum, value, i) => sum + value * (cleaned[i + shift] ?? 0), 0)
  const shifts = Array.from({ length: 81 }, (_, i) => i - 40)
  const best = shifts.toSorted((one, other) => likeness(other) - likeness(one))[0] ?? 99
  expect(Math.abs(best)).toBeLessThanOrEqual(2)
})

test('the same sound is cleaned in the same way, whatever was cleaned before, and silence stays silence', async () => {
  const first = await cleanNoise(voice, forever)
  await cleanNoise(noise.subarray(0, SAMPLE_RATE), forever)
  expect(await cleanNoise(voice, forever)).toEqual(first)
  for (const length of [0, 1, 239, SAMPLE_RATE]) {
    const silence = await cleanNoise(new Float32Array(length), forever)
    expect(silence).toHaveLength(length)
    expect(power(silence) || 0).toBe(0)
  }
})

test('two recordings that are cleaned at once do not mix', async () => {
  const alone = await cleanNoise(voice, forever)
  const louder = voice.map((value) => value * 2)
  const [first] = await Promise.all([cleanNoise(voice, forever), cleanNoise(louder, forever)])
  expect(first).toEqual(alone)
})

test('cleaning that is no longer wanted ends', async () => {
  const stop = new AbortController()
  const cleaning = cleanNoise(new Float32Array(120 * SAMPLE_RATE), stop.signal)
  stop.abort(new Error('enough'))
  await expect(cleaning).rejects.toThrow('enough')
})
