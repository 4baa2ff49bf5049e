import { expect, test } from 'vitest'
import { clockWords } from './clock-words.ts'

test.each([
  [0, '0:00.0'],
  [12.34, '0:12.3'],
  [59.96, '1:00.0'],
  [3_605.5, '60:05.5'],
  [-1, '0:00.0'],
])('%d seconds are shown as %s', (seconds, words) => {
  expect(clockWords(seconds)).toBe(words)
})
