import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readTexts } from './texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'griot-eval-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('texts are lines, a named or numbered column, or a field of JSON Lines', () => {
  expect(readTexts(file('a.txt', 'Ẹ káàárọ̀\n\nÓ dàbọ̀\n'), undefined, '')).toEqual([
    'Ẹ káàárọ̀',
    'Ó dàbọ̀',
  ])
  const table = file('b.tsv', 'English\tYoruba\nhouse\tilé\n')
  expect(readTexts(table, 'Yoruba', '')).toEqual(['ilé'])
  expect(readTexts(table, '2', '')).toEqual(['Yoruba', 'ilé'])
  const nested = file('c.json', '{"translation": {"en": "house", "yor": "ilé\\nmi"}}\n')
  expect(readTexts(nested, 'yor', '')).toEqual(['ilé mi'])
})

test('a file or a column that is not there is named, and so is where such data comes from', () => {
  expect(() => readTexts(join(folder, 'd.txt'), undefined, 'a list of WikiPron')).toThrow(
    /There is no .*d\.txt.* This data is no part of Griot: a list of WikiPron/,
  )
  expect(() => readTexts(file('e.tsv', 'a\tb\n1\t2\n'), 'c', '')).toThrow('has no column "c"')
})
