import { expect, test } from 'vitest'
import { formatSize } from './format-size.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [12_345_678, '12.3 MB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [1_000_000_000, '1.0 GB'],
])('%i bytes are %s in words', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})
