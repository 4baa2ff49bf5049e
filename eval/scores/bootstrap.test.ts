import { expect, test } from 'vitest'
import { bestPath, recogniserPhones } from '../phone-recogniser.ts'
import { bootstrapErrorRate } from './bootstrap.ts'

test('the rate is that of all symbols, and its interval lies around it, the same at every run', () => {
  const clips = [
    { said: 90, errors: 9 },
    { said: 10, errors: 6 },
  ]
  expect(bootstrapErrorRate(clips).rate).toBe(15)
  // Draws of two clips can only be both of the first, one of each, or both of the second.
  expect(bootstrapErrorRate(clips)).toEqual({ rate: 15, low: 10, high: 60 })
})

test('clips that are all alike leave no doubt', () => {
  const clips = Array.from({ length: 5 }, () => ({ said: 20, errors: 5 }))
  expect(bootstrapErrorRate(clips)).toEqual({ rate: 25, low: 25, high: 25 })
})

test('the best path drops blanks and repetitions, and keeps a symbol that comes again after a blank', () => {
  const best = [0, 2, 2, 0, 2, 1]
  const scores = Float32Array.from(
    best.flatMap((symbol) => [0, 1, 2].map((k) => Number(k === symbol))),
  )
  expect(bestPath(scores, best.length, 3)).toEqual([2, 2, 1])
})

test('IPA is written as the recogniser does: without tone, length and stress', () => {
  expect(recogniserPhones('ˈk͡p a\u0301 | t͡ʃʼ əː kʷ õ\u0300')).toEqual([
    'k͡p',
    'a',
    't͡ʃʼ',
    'ə',
    'k',
    'w',
    'ɔ̃',
  ])
})
