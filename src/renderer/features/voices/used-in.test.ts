import { expect, test } from 'vitest'
import { namePlaces, placesOf, usedInWords } from './used-in.ts'

const mine = 'voice_0123456789abcdef0123456789abcdef'

test('a line counts for its voice whatever the letter case of the id', () => {
  const lines = [{ voice: 'lina' }, { voice: mine }, { voice: 'Lina' }, { voice: mine }]
  expect(placesOf(lines, mine)).toEqual([2, 4])
  expect(placesOf(lines, 'lina')).toEqual([1, 3])
  expect(placesOf(lines, 'sade')).toEqual([])
})

test('lines are named as a person would, and many of them in short', () => {
  expect([0, 1, 7].map(usedInWords)).toEqual([undefined, 'used in 1 line', 'used in 7 lines'])
  expect(namePlaces([3])).toBe('line 3')
  expect(namePlaces([1, 2])).toBe('lines 1 and 2')
  expect(namePlaces([1, 2, 5])).toBe('lines 1, 2 and 5')
  expect(namePlaces([1, 2, 3, 4, 5, 6, 7, 8])).toBe('lines 1, 2, 3, 4 and 4 more')
})
