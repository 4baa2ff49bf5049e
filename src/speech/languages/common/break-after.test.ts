import { expect, test } from 'vitest'
import { breaksAfter, isCommaAfter } from './break-after.ts'

test('a comma is a light break, also behind a closing quote or bracket', () => {
  for (const text of ['Lagos, Nigeria', 'Lagos”, he said', 'Lagos) , he said']) {
    expect(breaksAfter(text, 5)).toBe(true)
    expect(isCommaAfter(text, 5)).toBe(true)
  }
})

test('a stronger mark is none, and neither is a word', () => {
  for (const text of ['Lagos; Kano', 'Lagos: Kano', 'Lagos — Kano', 'Lagos?, he said']) {
    expect(breaksAfter(text, 5)).toBe(true)
    expect(isCommaAfter(text, 5)).toBe(false)
  }
  expect(isCommaAfter('Lagos and Kano, too', 5)).toBe(false)
})
