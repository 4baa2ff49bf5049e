import { expect, test } from 'vitest'
import { alignSymbols, editDistance } from './edit-distance.ts'

test('the distance of kitten and sitting is 3, and that of Saturday and Sunday', () => {
  // Wagner & Fischer 1974; the examples that textbooks use.
  expect(editDistance([...'kitten'], [...'sitting'])).toBe(3)
  expect(editDistance([...'Saturday'], [...'Sunday'])).toBe(3)
})

test('everything is inserted or deleted where one side is empty', () => {
  expect(editDistance([], [...'abc'])).toBe(3)
  expect(editDistance([...'abc'], [])).toBe(3)
  expect(editDistance([], [])).toBe(0)
})

test('words are compared whole: one of five is wrong and one missing', () => {
  const said = 'please call me this evening'.split(' ')
  expect(editDistance(said, 'please called me evening'.split(' '))).toBe(2)
})

test('an alignment has as many errors as the distance, and says which', () => {
  const pairs = alignSymbols([...'kitten'], [...'sitting'])
  expect(pairs.filter(([a, b]) => a !== b)).toEqual([
    ['k', 's'],
    ['e', 'i'],
    [undefined, 'g'],
  ])
  expect(alignSymbols([...'abc'], [...'ac'])).toEqual([
    ['a', 'a'],
    ['b', undefined],
    ['c', 'c'],
  ])
})
