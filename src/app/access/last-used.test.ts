import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#storage/db/database.ts'
import { lockLibraryHere } from '#storage/db/lock.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createLastUsed } from './last-used.ts'

const folder = folderForTests('ቁልፍ ìwé')
const uses = [{ name: '0001-uses', sql: 'CREATE TABLE uses (time TEXT NOT NULL) STRICT' }]

let files = 0
/** A token that was used, and the library in which that is to be noted. */
function used() {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const path = join(folder, `${++files}.db`)
  const database = openDatabase(path, uses)
  onTestFinished(database.close)
  database.limitLockWait()
  const bugs: unknown[] = []
  const lastUsed = createLastUsed(
    (times) =>
      database.transaction(() => {
        for (const time of times.values()) database.run('INSERT INTO uses VALUES (?)', time)
      }),
    { now: () => new Date('2026-05-01T12:00:00Z'), onBug: (error) => bugs.push(error) },
  )
  const lock = lockLibraryHere(path, uses)
  lastUsed.used(1)
  return { lastUsed, lock, bugs, noted: () => database.all('SELECT time FROM uses') }
}
const NOTED = [{ time: '2026-05-01T12:00:00.000Z' }]

test('when a token was used is noted by itself once a locked library is free, also where somebody looked meanwhile', async () => {
  const { lastUsed, lock, bugs, noted } = used()
  vi.advanceTimersByTime(2_000)
  await expect(lastUsed.flush()).rejects.toThrow(expect.objectContaining({ code: 'storage/busy' }))
  lock.release()
  expect(noted()).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(noted()).toEqual(NOTED)
  expect(bugs).toEqual([])
})

test('a library that is locked at the end of the program costs the time of the last use, and no report', async () => {
  const { lastUsed, lock, bugs, noted } = used()
  await lastUsed.close()
  lock.release()
  vi.advanceTimersByTime(60_000)
  expect(noted()).toEqual([])
  expect(bugs).toEqual([])
})

test('a use during a write that takes its time is noted with the next, and the end waits for both', async () => {
  const written: [number, string][] = []
  const pending: (() => void)[] = []
  const lastUsed = createLastUsed(
    (times) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      pending.push(() => {
        written.push(...times)
        resolve()
      })
      return promise
    },
    {
      now: () => new Date('2026-05-01T12:00:00Z'),
      onBug: (error) => expect.unreachable(`${error}`),
    },
  )
  lastUsed.used(1)
  const flushed = lastUsed.flush()
  lastUsed.used(2)
  pending[0]?.()
  await flushed
  let isClosed = false
  const closed = lastUsed.close().then(() => {
    isClosed = true
  })
  await vi.waitFor(() => expect(pending).toHaveLength(2))
  expect(isClosed).toBe(false)
  pending[1]?.()
  await closed
  expect(written.map(([id]) => id)).toEqual([1, 2])
})
