import { expect, test } from 'vitest'
import { mapOffset } from './preserve-caret.ts'

test('the caret stays at its letter when another window edits before it, after it or around it', () => {
  expect(mapOffset(5, 'Hello Lagos', 'Oh, Hello Lagos')).toBe(9)
  expect(mapOffset(5, 'Hello Lagos', 'Hello Lagos, hello Kano')).toBe(5)
  expect(mapOffset(8, 'Good day to all', 'Good morning to all')).toBe(12)
  expect(mapOffset(6, 'Good day to all', 'Good morning to all')).toBe(12)
  expect(mapOffset(11, 'Hello Lagos', '')).toBe(0)
})
