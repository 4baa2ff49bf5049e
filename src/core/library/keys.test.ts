import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Access } from '#core/access/access.ts'
import { openDatabase } from './database.ts'
import { createKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'ቁልፍ ìṣẹ́ '))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const freshPath = (): string => join(folder, `${++files}.db`)

function start(path: string, ...extraKeys: readonly string[]): { keys: Access; close: () => void } {
  const database = openDatabase(path)
  const keys = createKeys(database, { now: () => new Date(), randomBytes, extraKeys })
  return { keys, close: database.close }
}

test('the first start makes a key of 256 bits, which is shown at that start only', () => {
  const path = freshPath()
  const first = start(path)
  expect(first.keys.first).toMatch(/^griot_[A-Za-z0-9_-]{43}$/)
  first.close()
  const second = start(path)
  expect(second.keys.first).toBeUndefined()
  expect(second.keys.verify(String(first.keys.first))).toBe('first key')
  second.close()
})

test('a key that is unknown, empty, cut, or in another letter case is refused', () => {
  const { keys, close } = start(freshPath())
  const key = String(keys.first)
  for (const token of [
    '',
    ' ',
    'griot_',
    key.slice(0, -1),
    `${key}x`,
    key.toUpperCase(),
    'undefined',
    'null',
  ])
    expect(keys.verify(token)).toBeUndefined()
  close()
})

test('the key itself is nowhere in the library', () => {
  const path = freshPath()
  const { keys, close } = start(path)
  const key = String(keys.first)
  close()
  expect(readFileSync(path).includes(key)).toBe(false)
  expect(readFileSync(path).includes(key.slice(6))).toBe(false)
})

test('keys from the environment count besides the stored ones, also with spaces in them', () => {
  const { keys, close } = start(freshPath(), ' My API Key ', 'another')
  expect(keys.verify('My API Key')).toBe('environment')
  expect(keys.verify('another')).toBe('environment')
  expect(keys.verify(String(keys.first))).toBe('first key')
  close()
})

test('a blank key in the environment opens nothing', () => {
  const { keys, close } = start(freshPath(), '', '   ')
  expect(keys.verify('')).toBeUndefined()
  expect(keys.verify('   ')).toBeUndefined()
  close()
})

test('a key that another process deletes is refused at once', () => {
  const path = freshPath()
  const { keys, close } = start(path)
  const other = openDatabase(path)
  other.run('DELETE FROM keys')
  expect(keys.verify(String(keys.first))).toBeUndefined()
  other.close()
  close()
})
