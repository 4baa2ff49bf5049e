import { expect, test } from 'vitest'
import { limitSlope, openPitchCurve, type PitchPoint } from './pitch-curve.ts'

/** High and low in turn, each tone held from 0.35 to 0.9 of its syllable. */
const tones = (syllable: number): PitchPoint[] =>
  [3, -3, 3, -3].flatMap((semitones, i) => [
    { seconds: (i + 0.35) * syllable, semitones },
    { seconds: (i + 0.9) * syllable, semitones },
  ])

/** The most that a curve moves within 10 ms. */
function steepest(points: readonly PitchPoint[], seconds: number): number {
  const curve = openPitchCurve(points)
  const heights = Array.from({ length: Math.round(seconds / 0.001) }, (_, i) => curve(i / 1_000))
  return Math.max(...heights.slice(10).map((height, i) => Math.abs(height - heights[i]!)))
}

test('in quick syllables the pitch glides from a high tone to a low one and does not jump', () => {
  expect(steepest(tones(0.15), 0.6)).toBeGreaterThan(1.2)
  expect(steepest(limitSlope(tones(0.15)), 0.6)).toBeLessThan(0.95)
})

test('every tone is still reached, in order', () => {
  const points = limitSlope(tones(0.1))
  expect(points.map(({ semitones }) => semitones)).toEqual([3, 3, -3, -3, 3, 3, -3, -3])
  for (const [i, { seconds }] of points.entries())
    expect(seconds).toBeGreaterThanOrEqual(points[i - 1]?.seconds ?? 0)
})

test('slow syllables keep their level tones as they are', () => {
  expect(limitSlope(tones(0.4))).toEqual(tones(0.4))
})
