import { expect, test } from 'vitest'
import { edgeLimits, fullRange, keyTarget, moveEdge, rateLength, trimSilence } from './trim.ts'

test('a recording is used as a whole, or as much of it as a voice needs', () => {
  expect(fullRange(8.4)).toEqual({ start: 0, end: 8.4 })
  expect(fullRange(94)).toEqual({ start: 0, end: 30 })
})

test('an edge stays within the recording and two seconds from the other one', () => {
  const range = { start: 1, end: 7 }
  expect(moveEdge(range, 'start', -3, 8)).toEqual({ start: 0, end: 7 })
  expect(moveEdge(range, 'start', 6.5, 8)).toEqual({ start: 5, end: 7 })
  expect(moveEdge(range, 'end', 99, 8)).toEqual({ start: 1, end: 8 })
  expect(moveEdge(range, 'end', 0, 8)).toEqual({ start: 1, end: 3 })
})

test('moving an edge to an invalid number leaves it where it is', () => {
  expect(moveEdge({ start: 1, end: 7 }, 'end', Number.NaN, 8)).toEqual({ start: 1, end: 7 })
})

test('the edges of a recording that is too short cannot be moved', () => {
  expect(edgeLimits({ start: 0, end: 1.2 }, 'start', 1.2)).toEqual({ min: 0, max: 0 })
  expect(edgeLimits({ start: 0, end: 1.2 }, 'end', 1.2)).toEqual({ min: 1.2, max: 1.2 })
})

test('arrow keys move an edge by a tenth of a second, with Shift by a second; Home and End to its limits', () => {
  const range = { min: 0, max: 6 }
  expect(keyTarget('ArrowRight', false, 2, range)).toBeCloseTo(2.1, 5)
  expect(keyTarget('ArrowLeft', true, 2, range)).toBe(1)
  expect(keyTarget('PageUp', false, 2, range)).toBe(3)
  expect(keyTarget('Home', false, 2, range)).toBe(0)
  expect(keyTarget('End', false, 2, range)).toBe(6)
  expect(keyTarget('Tab', false, 2, range)).toBeUndefined()
})

test('trimming leaves a short margin before and after speech', () => {
  const peaks = new Float32Array(1_000).fill(0.001)
  peaks.fill(0.4, 150, 800)
  expect(trimSilence(peaks, 10)).toEqual({ start: 1.3, end: 8.2 })
})

test('no trimming is offered if speech fills the recording, if there is none, or if too little would be left', () => {
  expect(trimSilence(new Float32Array(800).fill(0.3), 8)).toBeUndefined()
  expect(trimSilence(new Float32Array(800), 8)).toBeUndefined()
  const click = new Float32Array(800).fill(0.0001)
  click[400] = 0.9
  expect(trimSilence(click, 8)).toBeUndefined()
})

test('six to fifteen seconds are best, two to thirty are accepted', () => {
  expect([1.9, 2, 6, 15, 15.1, 30, 30.1].map(rateLength)).toEqual([
    'short',
    'usable',
    'best',
    'best',
    'long',
    'long',
    'too-long',
  ])
})
