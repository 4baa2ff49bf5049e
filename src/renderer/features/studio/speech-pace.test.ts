import { expect, test } from 'vitest'
import { measureLine, realTimeFactor, timeLeftWords } from './speech-pace.ts'

test('the pace is that of the lines that were spoken, the last ones above all', () => {
  measureLine(1_000, 10)
  expect(realTimeFactor()).toBeCloseTo(0.1)
  measureLine(2_000, 10)
  expect(realTimeFactor()).toBeCloseTo(0.13)
  measureLine(50, 0)
  expect(realTimeFactor()).toBeCloseTo(0.13)
})

test('the time left is rounded, so that it does not flicker', () => {
  expect([0, 4, 7, 59, 61, 120].map(timeLeftWords)).toEqual([
    ...['a few seconds left', 'a few seconds left', 'about 10 s left', 'about 1 min left'],
    ...['about 1 min 10 s left', 'about 2 min left'],
  ])
})
