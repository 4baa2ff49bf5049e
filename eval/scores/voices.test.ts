import { expect, test } from 'vitest'
import { adaptToSpeaker, verificationScore } from './speaker-verification.ts'
import { voiceDistance, voicePrintOf } from './voice-distance.ts'

const frames = [
  [0, 1],
  [2, 5],
]

test('a print has the median pitch of voiced frames, and means and deviations of the cepstra', () => {
  const print = voicePrintOf([100, 0, 200, 400], frames)
  expect(print.f0Hz).toBeCloseTo(200, 10)
  expect(print.mean).toEqual([1, 3])
  expect(print.deviation).toEqual([1, 2])
})

test('an octave is a distance of 6, two deviations apart one of 2, and both are a right angle', () => {
  const print = voicePrintOf([100], frames)
  expect(voiceDistance(print, print)).toBe(0)
  expect(voiceDistance(print, { ...print, f0Hz: 200 })).toBeCloseTo(6, 10)
  const shifted = { ...print, mean: [1 + 2, 3] }
  expect(voiceDistance(print, shifted)).toBeCloseTo(2, 10)
  expect(voiceDistance(print, { ...shifted, f0Hz: 200 })).toBeCloseTo(Math.hypot(6, 2), 10)
})

const background = { weights: [1], means: [[0]], variances: [[1]] }

test('sixteen frames move a mean halfway to the speaker, as a relevance of 16 says', () => {
  const { means } = adaptToSpeaker(
    background,
    Array.from({ length: 16 }, () => [2]),
  )
  expect(means[0]?.[0]).toBeCloseTo(1, 10)
})

test('the score is the mean log likelihood ratio: (0² − (−1)²) / −2 at the speaker’s mean', () => {
  const speaker = { ...background, means: [[1]] }
  expect(verificationScore(speaker, background, [[1]])).toBeCloseTo(0.5, 10)
  expect(verificationScore(speaker, background, [[0]])).toBeCloseTo(-0.5, 10)
  expect(verificationScore(speaker, background, [[1], [0]])).toBeCloseTo(0, 10)
})
