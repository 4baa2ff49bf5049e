import { expect, test } from 'vitest'
import { isInFull, isNeverSpelled, isNumeral } from './short-forms.ts'

test.each([
  ['e.g.', 'for example,', true],
  ['Inc', 'Incorporated.', true],
  ['CT', 'Connecticut', true],
  ['et al', 'and others', true],
  ['JPEG', 'J peg', true],
  ['OK', 'okay', true],
  ['s', 'shillings', true],
  ['s', 'seconds', false],
  ['ct', 'Connecticut', false],
  ['Inc', 'income', false],
  ['constructor', 'constructor', false],
])('%s is "%s" in full: %s', (written, said, answer) => {
  expect(isInFull(said, written)).toBe(answer)
})

test.each([
  ['IV', 'the fourth', true],
  ['XI', 'eleven', true],
  ['xxii', 'twenty two.', true],
  ['IV', 'I V', false],
  ['VI', 'four', false],
  ['I', 'one', false],
])('%s is "%s" as a number: %s', (written, said, answer) => {
  expect(isNumeral(said, written)).toBe(answer)
})

test('names in small letters and titles in capitals are never spelled; short capitals may be', () => {
  expect(['Kano', 'Lviv', 'GOVERNOR'].map(isNeverSpelled)).toEqual([true, true, true])
  expect(['NASA', 'tv', 'Ms', 'kano', 'Brr'].map(isNeverSpelled)).toEqual(Array(5).fill(false))
})
