import { expect, test } from 'vitest'
import { fromStored, listToStored, toStored } from './text.ts'

const TEXTS = ['', 'ọ̀rọ̀', '\0', 'a\0b', '\uF8FE', '\uF8FE0', '\uF8FE1', '\0\uF8FE\0', '0\0\uF8FE10']

test('every text comes back as it was given, and no two become one', () => {
  const stored = TEXTS.map(toStored)
  expect(stored.map(fromStored)).toEqual(TEXTS)
  expect(new Set(stored).size).toBe(TEXTS.length)
  expect(stored.join('')).not.toContain('\0')
  expect(JSON.parse(listToStored(JSON.stringify(TEXTS)))).toEqual(stored)
  expect(listToStored('[1,2]')).toBe('[1,2]')
  expect(JSON.parse(listToStored('["\\ud800"]'))).toEqual(['\uFFFD'])
})
