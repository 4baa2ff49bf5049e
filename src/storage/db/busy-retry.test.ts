import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type Database, openDatabase } from './database.ts'
import { lockLibrary, lockLibraryHere } from './lock.test-support.ts'

const folder = folderForTests('ቁልፍ ìwé')
const notes = [
  {
    name: '0001-notes',
    sql: `CREATE TABLE notes (body TEXT NOT NULL) STRICT;
      CREATE TABLE title (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT`,
  },
]
const BUSY = { code: 'storage/busy', message: expect.stringMatching(/locked\. Close other/) }
const write = (database: Database, body: string): number =>
  database.run('INSERT INTO notes VALUES (?)', body)
const bodiesOf = (database: Database): unknown[] => database.all('SELECT body FROM notes')
const retitle = (database: Database, body: string): number =>
  database.run('INSERT OR REPLACE INTO title VALUES (1, ?)', body)

let files = 0
/** The library of a program that has others to serve, and where it lies. */
function hurried(): { readonly database: Database; readonly path: string } {
  const path = join(folder, `${++files}.db`)
  const database = openDatabase(path, notes)
  database.limitLockWait()
  onTestFinished(database.close)
  return { database, path }
}

test('what is written while another program keeps the library locked is there once it lets go', async () => {
  const { database, path } = hurried()
  const lock = await lockLibrary(path)
  const written: number[] = []
  const writes = ['Ẹ káàárọ̀', 'ሰላም', 'Sannu'].map(async (body) => {
    written.push(await database.retryWhileBusy(() => write(database, body)))
  })
  // It has been tried again by then, and all of that time others were served.
  await wait(200)
  expect(written).toEqual([])
  expect(bodiesOf(database)).toEqual([])
  await lock.release()
  await Promise.all(writes)
  expect(bodiesOf(database)).toEqual(['Ẹ káàárọ̀', 'ሰላም', 'Sannu'].map((body) => ({ body })))
})

test('of writes to the same row that had to wait, the one that came last is kept', async () => {
  const { database, path } = hurried()
  const lock = lockLibraryHere(path, notes)
  const titleIt = (body: string): Promise<number> =>
    database.retryWhileBusy(() => retitle(database, body))
  const writes = [titleIt('Orin'), titleIt('Ìtàn')]
  await wait(70)
  writes.push(titleIt('Àlọ́'))
  lock.release()
  // The library is free now, and nobody goes before those that wait.
  writes.push(titleIt('Ìròyìn'))
  await Promise.all(writes)
  expect(database.all('SELECT body FROM title')).toEqual([{ body: 'Ìròyìn' }])
})

test('who leaves while a write waits is told at once, and nothing of it is written', async () => {
  const { database, path } = hurried()
  const lock = await lockLibrary(path)
  const leaving = new AbortController()
  const first = database.retryWhileBusy(() => write(database, 'stays'))
  const left = database.retryWhileBusy(() => write(database, 'left'), leaving.signal)
  leaving.abort(new Error('The caller went away.'))
  await expect(left).rejects.toThrow('The caller went away.')
  await lock.release()
  await first
  await expect(
    database.retryWhileBusy(() => write(database, 'late'), leaving.signal),
  ).rejects.toThrow('The caller went away.')
  await database.retryWhileBusy(() => write(database, 'next'))
  expect(bodiesOf(database)).toEqual([{ body: 'stays' }, { body: 'next' }])
})

test('where the program ends, what waits is told in words that the library is locked', async () => {
  const { database, path } = hurried()
  await lockLibrary(path)
  const writes = ['one', 'two'].map((body) => database.retryWhileBusy(() => write(database, body)))
  const told = Promise.allSettled(writes)
  database.endRetries()
  const refused = { status: 'rejected', reason: expect.objectContaining(BUSY) }
  expect(await told).toEqual([refused, refused])
  await expect(database.retryWhileBusy(() => write(database, 'three'))).rejects.toMatchObject(BUSY)
})

test('what waits at the end of the program is written where the library is free by then', async () => {
  const { database, path } = hurried()
  const lock = await lockLibrary(path)
  const writes = ['one', 'two'].map((body) => database.retryWhileBusy(() => write(database, body)))
  await lock.release()
  database.endRetries()
  await Promise.all(writes)
  expect(bodiesOf(database)).toEqual([{ body: 'one' }, { body: 'two' }])
})

test('who hurries is told at once and in words that the library is locked, and writes again afterwards', async () => {
  const { database, path } = hurried()
  const lock = await lockLibrary(path)
  const busy = expect.objectContaining(BUSY)
  expect(() => write(database, 'one')).toThrow(busy)
  expect(() => database.transaction(() => write(database, 'two'))).toThrow(busy)
  expect(database.all('PRAGMA busy_timeout')).toEqual([{ timeout: 0 }])
  await lock.release()
  write(database, 'three')
  expect(database.all('PRAGMA busy_timeout')).toEqual([{ timeout: 50 }])
  expect(bodiesOf(database)).toEqual([{ body: 'three' }])
})

test('what is wrong otherwise is not tried again', async () => {
  let tries = 0
  const refused = hurried().database.retryWhileBusy(() => {
    tries++
    throw new RangeError('no')
  })
  await expect(refused).rejects.toThrow(RangeError)
  expect(tries).toBe(1)
})
