import { expect, test } from 'vitest'
import { sizeWords } from './size-words.ts'

test('a size has the unit in which people read it', () => {
  expect([1, 512, 48_000, 1_234_567, 312_400_000, 5e9].map(sizeWords)).toEqual([
    ...['1 byte', '512 bytes', '48.0 kB', '1.2 MB', '312 MB', '5.0 GB'],
  ])
})
