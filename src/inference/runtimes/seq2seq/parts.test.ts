import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

const words = (text: string): number => text.split(/\s+/u).length
const letters = (text: string): number => Array.from(text).length

test('a sentence that is short enough stays whole', () => {
  expect(partsOf('one two three', 3, words)).toEqual(['one two three'])
})

test('a long sentence is parted at its punctuation first', () => {
  expect(partsOf('one two; three four, five six', 4, words)).toEqual([
    'one two;',
    'three four, five six',
  ])
  expect(partsOf('one, two three, four', 3, words)).toEqual(['one, two three,', 'four'])
})

test('without punctuation it is parted between words, and a word between letters', () => {
  expect(partsOf('one two three four five', 2, words)).toEqual(['one two', 'three four', 'five'])
  const parts = partsOf('😀'.repeat(25), 10, letters)
  expect(parts.map(letters)).toEqual([10, 10, 5])
  expect(parts.join('')).toBe('😀'.repeat(25))
})
