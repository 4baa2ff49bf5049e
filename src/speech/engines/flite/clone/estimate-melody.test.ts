import { expect, test } from 'vitest'
import { likelyPitch, shareOfRange } from './estimate-melody.ts'

const LENGTHS = [2, 4, 8, 30] as const

test.each([
  [270, 210],
  [180, 210],
  [95, 120],
  [135, 120],
])(
  'of a short recording at %d Hz, the pitch lies between it and %d Hz, and nearer the longer it is',
  (hz, middle) => {
    const drawn = LENGTHS.map((seconds) => Math.abs(Math.log2(likelyPitch(hz, seconds) / hz)))
    expect(drawn).toEqual([...drawn].sort((a, b) => b - a))
    for (const seconds of LENGTHS) {
      const likely = likelyPitch(hz, seconds)
      expect(likely).toBeGreaterThan(Math.min(hz, middle))
      expect(likely).toBeLessThan(Math.max(hz, middle))
    }
    expect(12 * drawn[3]!).toBeLessThan(0.1)
  },
)

test('no pitch of 2 s of speech is moved by two semitones, and a higher one stays higher', () => {
  let before = 0
  for (let hz = 60; hz <= 440; hz += 5) {
    const likely = likelyPitch(hz, 2)
    expect(Math.abs(12 * Math.log2(likely / hz))).toBeLessThan(2)
    expect(likely).toBeGreaterThan(before)
    before = likely
  }
})

test('half of what sets a range apart is believed of 2 s, and more of what is longer', () => {
  const shares = LENGTHS.map(shareOfRange)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares[0]).toBeCloseTo(0.5, 1)
  expect(shares[3]).toBeLessThan(0.8)
})
