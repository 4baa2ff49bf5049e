import { expect, test } from 'vitest'
import { openPitchTrack } from '#speech/dsp/pitch.ts'
import { changeProsody, isChanged } from './change-prosody.ts'
import { speechSpan } from './speech-span.ts'

const RATE = 22_050

/** A pulse train with a formant, as voiced speech has. */
function voiced(seconds: number, hertz: number): Float32Array {
  const samples = new Float32Array(Math.round(seconds * RATE))
  for (let n = 0; n < samples.length; n++) {
    const phase = ((n * hertz) / RATE) % 1
    samples[n] = 0.5 * Math.exp(-12 * phase) * Math.sin((2 * Math.PI * 700 * phase) / hertz)
  }
  return samples
}

function medianPitch(samples: Float32Array): number {
  const track = openPitchTrack(samples, RATE, 65, 240)
  track.follow(samples.length / RATE)
  const sorted = [...track.hz].filter((hz) => hz > 0).toSorted((one, other) => one - other)
  return sorted[sorted.length >> 1] ?? 0
}

test('a stretch takes as long as it is asked to, at its own pitch', () => {
  const sound = voiced(1, 110)
  const change = { start: 0, end: 1, stretch: 1.3, semitones: [0, 0] } as const
  const slow = changeProsody(sound, RATE, 'male', [change])
  expect(slow.length / RATE).toBeCloseTo(1.3, 3)
  expect(medianPitch(slow) / 110).toBeCloseTo(1, 1)
})

test('a higher stretch takes as long as before', () => {
  const change = { start: 0, end: 1, stretch: 1, semitones: [4, 4] } as const
  const high = changeProsody(voiced(1, 110), RATE, 'male', [change])
  expect(high).toHaveLength(RATE)
  expect(12 * Math.log2(medianPitch(high) / 110)).toBeCloseTo(4, 0)
})

test('what nobody can hear is not worth a change', () => {
  const none = { start: 0, end: 1, stretch: 1.005, semitones: [0, 0] } as const
  expect(isChanged([none])).toBe(false)
  expect(isChanged([none, { ...none, semitones: [0, 3] }])).toBe(true)
})

test('silence around speech is found, and a sound that is silent stays whole', () => {
  const sound = new Float32Array(RATE)
  sound.set(voiced(0.5, 110), Math.round(0.2 * RATE))
  const { start, end } = speechSpan(sound, RATE)
  expect(start / RATE).toBeGreaterThan(0.17)
  expect(start / RATE).toBeLessThan(0.21)
  expect(end / RATE).toBeGreaterThan(0.69)
  expect(end / RATE).toBeLessThan(0.74)
  expect(speechSpan(new Float32Array(1_000), RATE)).toEqual({ start: 0, end: 1_000 })
})
