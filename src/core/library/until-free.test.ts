import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLastUsed } from '#core/access/last-used.ts'
import { folderForTests } from '#core/folder.test-support.ts'
import { type Database, openDatabase } from './database.ts'
import { lockLibrary } from './lock.test-support.ts'
import { untilFree } from './until-free.ts'

const folder = folderForTests('ቁልፍ ìwé')
const notes = [{ name: '0001-notes', sql: 'CREATE TABLE notes (body TEXT NOT NULL) STRICT' }]
const write = (database: Database, body: string): number =>
  database.run('INSERT INTO notes VALUES (?)', body)
const bodiesOf = (database: Database): unknown[] => database.all('SELECT body FROM notes')

test('what is written while another program keeps the library locked is there once it lets go', async () => {
  const path = join(folder, 'waiting.db')
  const database = openDatabase(path, notes)
  database.hurry()
  const lock = await lockLibrary(path)
  const written: number[] = []
  const writes = ['Ẹ káàárọ̀', 'ሰላም', 'Sannu'].map(async (body) => {
    written.push(await untilFree(() => write(database, body)))
  })
  // Two tries of each have failed by then, and all of that time others were served.
  await wait(200)
  expect(written).toEqual([])
  expect(bodiesOf(database)).toEqual([])
  await lock.release()
  await Promise.all(writes)
  expect(bodiesOf(database)).toHaveLength(3)
  database.close()
})

test('who hurries is told at once and in words that the library is locked, and writes again afterwards', async () => {
  const path = join(folder, 'hurried.db')
  const database = openDatabase(path, notes)
  database.hurry()
  const lock = await lockLibrary(path)
  const busy = { code: 'storage/busy', message: expect.stringMatching(/locked\. Close other/) }
  expect(() => write(database, 'one')).toThrow(expect.objectContaining(busy))
  expect(() => database.transaction(() => write(database, 'two'))).toThrow(
    expect.objectContaining(busy),
  )
  expect(database.all('PRAGMA busy_timeout')).toEqual([{ timeout: 0 }])
  await lock.release()
  write(database, 'three')
  expect(database.all('PRAGMA busy_timeout')).toEqual([{ timeout: 50 }])
  expect(bodiesOf(database)).toEqual([{ body: 'three' }])
  database.close()
})

test('what is wrong otherwise is not tried again', async () => {
  let tries = 0
  const refused = untilFree(() => {
    tries++
    throw new RangeError('no')
  })
  await expect(refused).rejects.toThrow(RangeError)
  expect(tries).toBe(1)
})

test('when a token was used is not forgotten while the library is locked', async () => {
  const path = join(folder, 'used.db')
  const database = openDatabase(path, notes)
  database.hurry()
  const bugs: unknown[] = []
  const lastUsed = createLastUsed(
    (times) =>
      database.transaction(() => {
        for (const time of times.values()) write(database, time)
      }),
    { now: () => new Date('2026-05-01T12:00:00Z'), onBug: (error) => bugs.push(error) },
  )
  lastUsed.used(1)
  const lock = await lockLibrary(path)
  expect(lastUsed.flush).toThrow(expect.objectContaining({ code: 'storage/busy' }))
  await lock.release()
  lastUsed.close()
  expect(bugs).toEqual([])
  expect(bodiesOf(database)).toEqual([{ body: '2026-05-01T12:00:00.000Z' }])
  database.close()
})
