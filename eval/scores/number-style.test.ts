import { expect, test } from 'vitest'
import { withoutCentury, withRightEndings, withUnitOnce, withWholeRuns } from './number-style.ts'

test.each([
  ['7 0 5', '705', '705'],
  ['19 79', '1979', '1979'],
  ['4 52', '452', '452'],
  ['2 6 2 7 8', '26278', '26278'],
  // Three figures one by one are no quantity, and "1,979" is no year.
  ['7 0 6', '705', '7 0 6'],
  ['1 1 1', '111', '1 1 1'],
  ['b a 2 4 9', 'BA249', 'b a 249'],
  ['c 1 3 0 h', 'C-130H', 'c 130 h'],
  ['1 1 1 st', '111st', '1 1 1 st'],
  ['1 5 0 metres', '150m', '1 5 0 metres'],
  ['19 79', '1,979', '19 79'],
])('"%s" for a written %s is %s', (figures, written, whole) => {
  expect(withWholeRuns(figures, written)).toBe(whole)
})

test('the unit of a range is said once or twice', () => {
  expect(withUnitOnce('50 dollars to 100 dollars')).toBe('50 to 100 dollars')
  expect(withUnitOnce('50 dollars to 100 pounds')).toBe('50 dollars to 100 pounds')
})

test('a year of two figures has its century or not', () => {
  expect(withoutCentury('november 17 2005', '11/17/05')).toBe('november 17 05')
  expect(withoutCentury('november 17 0 5', '11/17/05')).toBe('november 17 05')
  expect(withoutCentury('november 17 2005', '11/17/2005')).toBe('november 17 2005')
})

test('a wrong ending of an ordinal is put right or said', () => {
  expect(withRightEndings('11 st', '11st')).toBe(withRightEndings('eleventh', '11st'))
  expect(withRightEndings('21 th', '21th')).toBe(withRightEndings('20 first', '21th'))
  expect(withRightEndings('21 st', '21st')).toBe('21 st')
})
