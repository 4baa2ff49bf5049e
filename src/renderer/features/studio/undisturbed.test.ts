import { expect, test } from 'vitest'
import { followed } from './undisturbed.ts'

test('the cursor stays at its letter when another window writes before it, after it or around it', () => {
  expect(followed(5, 'Hello Lagos', 'Oh, Hello Lagos')).toBe(9)
  expect(followed(5, 'Hello Lagos', 'Hello Lagos, hello Kano')).toBe(5)
  expect(followed(8, 'Good day to all', 'Good morning to all')).toBe(12)
  expect(followed(6, 'Good day to all', 'Good morning to all')).toBe(12)
  expect(followed(11, 'Hello Lagos', '')).toBe(0)
})
