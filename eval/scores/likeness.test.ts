import { expect, test } from 'vitest'
import { warpingPath } from './dynamic-time-warping.ts'
import { compareSpeech, meanWithInterval, melCepstralDistortion } from './likeness.ts'

test('dynamic time warping holds a frame as long as the other side needs it', () => {
  const path = warpingPath([[0], [1], [5]], [[0], [1], [1], [1], [5]])
  expect(path).toEqual([
    [0, 0],
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 4],
  ])
})

test('sequences that are the same are warped along the diagonal', () => {
  const frames = [
    [1, 2],
    [3, 4],
    [0, 0],
  ]
  expect(warpingPath(frames, frames)).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ])
})

test('a difference of 1 in one coefficient is a distortion of 6.142 dB', () => {
  // 10 / ln 10 · √2 (Kubichek 1993).
  expect(melCepstralDistortion([[1, 0]], [[0, 0]], [[0, 0]])).toBeCloseTo(6.1419, 4)
  // Pairs without difference count in the mean: half of it over two pairs.
  const path = [
    [0, 0],
    [1, 1],
  ] as const
  expect(melCepstralDistortion([[1], [2]], [[0], [2]], path)).toBeCloseTo(6.1419 / 2, 4)
})

const cepstra = [[0], [10], [20], [30]]
const speech = (f0: readonly number[]) => ({ cepstra, f0, seconds: 2, speechSeconds: 1 })

test('a voice an octave higher is 12 semitones off, and none about its mean', () => {
  const low = speech([100, 110, 120, 0])
  const high = { ...speech([200, 220, 240, 0]), seconds: 3 }
  const { f0Rmse, f0RmseCentred, f0Correlation, voicingErrors, mcd, duration } = compareSpeech(
    high,
    low,
  )
  expect(f0Rmse).toBeCloseTo(12, 10)
  expect(f0RmseCentred).toBeCloseTo(0, 10)
  expect(f0Correlation).toBeCloseTo(1, 10)
  expect([voicingErrors, mcd, duration]).toEqual([0, 0, 1.5])
})

test('a frame of four that is voiced on one side alone is 25 per cent', () => {
  expect(compareSpeech(speech([100, 0, 120, 0]), speech([100, 110, 120, 0])).voicingErrors).toBe(25)
})

test('the interval of 1, 2 and 3 is 1.13 to both sides of 2, and what is no number does not count', () => {
  // The deviation is 1, the standard error 1/√3, and 1.96 of them are 1.1316.
  const [mean, half] = meanWithInterval([1, 2, 3, Number.NaN])
  expect(mean).toBe(2)
  expect(half).toBeCloseTo(1.96 / Math.sqrt(3), 10)
})
