import { expect, test } from 'vitest'
import { all, listOf, run } from '#storage/db/steps.ts'
import { openEmbedded } from './pglite.test-support.ts'
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

test('PostgreSQL keeps them and finds them, one by one and in lists', async () => {
  const database = await openEmbedded()
  await database.perform(function* () {
    yield* run('CREATE TABLE t (s TEXT COLLATE "C" PRIMARY KEY)')
    for (const text of TEXTS) yield* run('INSERT INTO t VALUES (?)', text)
  })
  const rows = await database.perform(() => all('SELECT s FROM t'))
  expect(new Set(rows)).toEqual(new Set(TEXTS.map((s) => ({ s }))))
  const { placeholders, values } = listOf(['a\0b', '\uF8FE0', 'not there'])
  const found = await database.perform(() =>
    all(`SELECT s FROM t WHERE s IN ${placeholders} ORDER BY s`, ...values),
  )
  expect(found).toEqual([{ s: 'a\0b' }, { s: '\uF8FE0' }])
  expect(await database.perform(() => run('DELETE FROM t WHERE s = ?', '\0'))).toBe(1)
})
