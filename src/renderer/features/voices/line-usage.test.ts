import { expect, test } from 'vitest'
import { formatLineNumbers, linesUsing, usageText } from './line-usage.ts'

const mine = 'voice_0123456789abcdef0123456789abcdef'

test('a line counts for its voice in any letter case of the id', () => {
  const lines = ['lina', mine, 'Lina', mine].map((voice, index) => ({
    ...{ id: `${index}`, text: 'Sannu.', voice, speed: 1 },
  }))
  expect(linesUsing(lines, mine)).toEqual([2, 4])
  expect(linesUsing(lines, 'lina')).toEqual([1, 3])
  expect(linesUsing(lines, 'sade')).toEqual([])
})

test('the heading of a chapter is no line of a voice, and is not counted', () => {
  const line = { text: 'Ìròyìn', voice: mine, speed: 1 }
  const lines = [
    { ...line, id: 'a', kind: 'chapter' as const },
    { ...line, id: 'b' },
  ]
  expect(linesUsing(lines, mine)).toEqual([1])
})

test('line numbers are listed in words, and long lists are shortened', () => {
  expect([0, 1, 7].map(usageText)).toEqual([undefined, 'used in 1 line', 'used in 7 lines'])
  expect(formatLineNumbers([3])).toBe('line 3')
  expect(formatLineNumbers([1, 2])).toBe('lines 1 and 2')
  expect(formatLineNumbers([1, 2, 5])).toBe('lines 1, 2 and 5')
  expect(formatLineNumbers([1, 2, 3, 4, 5, 6, 7, 8])).toBe('lines 1, 2, 3, 4 and 4 more')
})
