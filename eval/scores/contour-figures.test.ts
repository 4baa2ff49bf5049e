import { expect, test } from 'vitest'
import { type Contrast, contrastOf, isHeard, stretchFigures } from './contour-figures.ts'

/** Hz every 10 ms, from heights in semitones over 100 Hz, each for a tenth of a second. */
const track = (...semitones: readonly number[]): number[] =>
  semitones.flatMap((height) => Array.from({ length: 10 }, () => 100 * 2 ** (height / 12)))
const words = [
  { text: 'one', start: 0, end: 0.2 },
  { text: 'two', start: 0.2, end: 0.5 },
]
const syllables = [
  { text: 'one', start: 0, end: 0.2 },
  { text: 't', start: 0.2, end: 0.4 },
  { text: 'wo', start: 0.4, end: 0.5 },
]

test('the pitch of a word is that of its own frames, its end that of its last syllable', () => {
  const figures = stretchFigures(words, syllables, track(9, 9, 0, 0, 6), { from: 1, to: 2 })
  expect(figures?.mean).toBeCloseTo(2, 6)
  expect(figures?.end).toBeCloseTo(6, 6)
  expect(figures?.range).toBeCloseTo(6, 6)
  expect(figures?.seconds).toBeCloseTo(0.3, 6)
})

test('the figures of two stretches are compared, and what has no pitch is not measured', () => {
  const [low, high] = [track(0, 0, 0, 0, 0), track(3, 3, 3, 3, 3)].map((f0) =>
    stretchFigures(words, syllables, f0, { from: 0, to: 2 }),
  )
  expect(contrastOf(high!, low!)).toEqual({
    ...{ mean: expect.closeTo(3, 6), peak: expect.closeTo(3, 6), end: expect.closeTo(3, 6) },
    ...{ range: expect.closeTo(0, 6), duration: 1 },
  })
  const silence = track(0, 0).map(() => 0)
  expect(stretchFigures(words, syllables, silence, { from: 0, to: 1 })).toBeUndefined()
})

test.each([
  ['rises', { end: 1.6 }, true],
  ['rises', { mean: 3, end: 1.4 }, false],
  ['rises', { end: -4 }, false],
  ['does not rise', { end: -4 }, true],
  ['does not rise', { end: 2 }, false],
  ['stands out', { peak: 1.6 }, true],
  ['stands out', { duration: 1.16 }, true],
  ['stands out', { mean: -3, duration: 1.1 }, false],
  ['sinks', { mean: -1.6 }, true],
  ['sinks', { duration: 0.86 }, true],
  ['sinks', { duration: 1.3 }, false],
  ['closes', { duration: 1.3 }, true],
  ['closes', { end: 3 }, false],
] as const)('"%s" with %o is heard: %s', (expected, change, heard) => {
  const same: Contrast = { mean: 0, peak: 0, end: 0, range: 0, duration: 1 }
  expect(isHeard({ ...same, ...change }, expected)).toBe(heard)
})
