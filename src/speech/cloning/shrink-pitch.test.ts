import { expect, test } from 'vitest'
import { rangeShrinkage, shrinkPitch } from './shrink-pitch.ts'

const LENGTHS = [2, 4, 8, 30] as const

test.each([
  [270, 210],
  [180, 210],
  [95, 120],
  [135, 120],
])(
  'of a short recording at %d Hz, the pitch lies between it and %d Hz, and nearer the longer it is',
  (hz, middle) => {
    const drawn = LENGTHS.map((seconds) => Math.abs(Math.log2(shrinkPitch(hz, seconds) / hz)))
    expect(drawn).toEqual([...drawn].sort((a, b) => b - a))
    for (const seconds of LENGTHS) {
      const likely = shrinkPitch(hz, seconds)
      expect(likely).toBeGreaterThan(Math.min(hz, middle))
      expect(likely).toBeLessThan(Math.max(hz, middle))
    }
    expect(12 * drawn[3]!).toBeLessThan(0.1)
  },
)

test('shrinkage moves the pitch of 2 s of speech by less than two semitones and keeps the order', () => {
  let before = 0
  for (let hz = 60; hz <= 440; hz += 5) {
    const likely = shrinkPitch(hz, 2)
    expect(Math.abs(12 * Math.log2(likely / hz))).toBeLessThan(2)
    expect(likely).toBeGreaterThan(before)
    before = likely
  }
})

test('half of the deviation of a range is kept for 2 s, and more for longer recordings', () => {
  const shares = LENGTHS.map(rangeShrinkage)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares[0]).toBeCloseTo(0.5, 1)
  expect(shares[3]).toBeLessThan(0.8)
})
