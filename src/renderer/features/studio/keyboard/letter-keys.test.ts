import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { ETHIOPIC_ROWS, letterKeys, withMark } from './letter-keys.ts'

test('every letter that only a language has is among its keys', () => {
  for (const { code, letters } of LANGUAGES)
    for (const letter of letters) expect(letterKeys(code).letters).toContain(letter)
})

test('a tone mark goes onto the letter before the caret, takes the place of another, and comes off again', () => {
  expect(withMark('ọkọ', 3, '\u0300')).toEqual({ from: 2, written: 'ọ̀' })
  expect(withMark('ọkọ̀', 4, '\u0301')).toEqual({ from: 2, written: 'ọ́' })
  expect(withMark('ọkọ̀', 4, '\u0300')).toEqual({ from: 2, written: 'ọ' })
  expect(withMark('bata', 2, '\u0301')).toEqual({ from: 1, written: 'á' })
  expect(withMark('', 0, '\u0300')).toBeUndefined()
  expect(withMark('a ', 2, '\u0300')).toBeUndefined()
})

test('the Ethiopic table has the seven forms of every row and nothing that is no letter', () => {
  const rows = ETHIOPIC_ROWS.slice(0, -1)
  expect(rows[0]?.slice(0, 7).join('')).toBe('ሀሁሂሃሄህሆ')
  for (const row of rows) {
    expect(row.length).toBeGreaterThanOrEqual(7)
    for (const letter of row) expect(letter).toMatch(/^\p{Script=Ethiopic}$/u)
  }
})
