import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createBrowsers } from './browsers.ts'
import { MIGRATIONS, openDatabase } from './database.ts'

const folder = folderForTests('አሳሽ ìlú')
const HOUR_MS = 60 * 60_000
const FIREFOX = { name: 'Firefox on Linux', signedInBy: 'link' } as const
const BY_KEY = { name: 'Chrome on macOS', signedInBy: 'key' } as const
const alone = (mark: string) => ({ mark, isAlive: (other: string) => other === mark })

test('a browser is known to the next start for a day after it was last there, and no other is', () => {
  let hours = 0
  const now = (): Date => new Date(Date.UTC(2026, 4, 1) + hours * HOUR_MS)
  const path = join(folder, 'browsers.db')
  const first = openDatabase(path)
  const before = createBrowsers(first, now, alone('first'))
  before.add('hers', FIREFOX)
  hours = 20
  before.seen('hers')
  // Nobody is signed out of a program that runs, however long a laptop sleeps.
  hours = 200
  expect([before.find('hers')?.isRecent, before.list()]).toEqual([false, [expect.anything()]])
  first.close()

  const database = openDatabase(path)
  const browsers = createBrowsers(database, now, alone('second'))
  hours = 43
  expect([browsers.find('hers'), browsers.find('his')]).toEqual([
    { signedInBy: 'link', isRecent: true },
    undefined,
  ])
  hours = 44
  expect([browsers.find('hers')?.isRecent, browsers.list()]).toEqual([false, []])
  browsers.add('his', FIREFOX)
  expect(database.all('SELECT hash FROM browsers')).toEqual([{ hash: 'his' }])
  database.close()
})

test('a browser that a key signed in is listed while the program runs that was shown the key, and not after it', () => {
  const database = openDatabase(join(folder, 'keys.db'))
  const now = (): Date => new Date()
  const first = createBrowsers(database, now, alone('first'))
  first.add('hers', BY_KEY)
  expect(first.find('hers')?.signedInBy).toBe('key')
  const beside = createBrowsers(database, now, { mark: 'beside', isAlive: () => true })
  expect(beside.list().map(({ hash }) => hash)).toEqual(['hers'])
  const second = createBrowsers(database, now, alone('second'))
  expect(second.list()).toEqual([])
  database.close()
})

test('browsers are listed with the one that was there last first, and signed out singly and all others', () => {
  let minutes = 0
  const now = (): Date => new Date(Date.UTC(2026, 4, 1, 12, minutes))
  const database = openDatabase(join(folder, 'list.db'))
  const browsers = createBrowsers(database, now, alone('this'))
  const told: string[] = []
  const stop = browsers.onSignOut((hash) => told.push(hash))
  browsers.add('a', FIREFOX)
  browsers.add('b', BY_KEY)
  minutes = 30
  browsers.add('c', FIREFOX)
  browsers.seen('a')
  const listed = browsers.list()
  expect(listed.map(({ hash }) => hash)).toEqual(['c', 'a', 'b'])
  expect(listed[1]).toEqual({
    ...{ id: 1, hash: 'a', name: 'Firefox on Linux', signedInBy: 'link' },
    ...{ signedInAt: '2026-05-01T12:00:00.000Z', lastSeenAt: '2026-05-01T12:30:00.000Z' },
  })
  expect(browsers.signOut(2)).toMatchObject({ id: 2, name: 'Chrome on macOS' })
  expect(() => browsers.signOut(2)).toThrow('griot browsers list')
  expect(browsers.signOutOthers('a')).toBe(1)
  stop()
  expect(browsers.signOutOthers(undefined)).toBe(1)
  expect([told, browsers.list(), browsers.find('a')]).toEqual([['b', 'c'], [], undefined])
  database.close()
})

test('more than a hundred browsers are not signed in: the one that was away for longest has to sign in again', () => {
  let seconds = 0
  const now = (): Date => new Date(Date.UTC(2026, 4, 1, 0, 0, seconds++))
  const database = openDatabase(join(folder, 'many.db'))
  const browsers = createBrowsers(database, now, alone('this'))
  for (let index = 0; index < 102; index++) browsers.add(`number ${index}`, FIREFOX)
  expect(browsers.list()).toHaveLength(100)
  const isThere = (index: number): boolean => browsers.find(`number ${index}`) !== undefined
  expect([0, 1, 2, 101].map(isThere)).toEqual([false, false, true, true])
  database.close()
})

test('a cookie of an earlier version opens nothing after the update', () => {
  const path = join(folder, 'before.db')
  const until = MIGRATIONS.findIndex(({ name }) => name === '0014-signed-in-browsers')
  const old = openDatabase(path, MIGRATIONS.slice(0, until))
  old.run('INSERT INTO browsers VALUES (?, ?)', 'stolen', Date.now())
  old.close()
  const database = openDatabase(path)
  const browsers = createBrowsers(database, () => new Date(), alone('this'))
  expect([browsers.find('stolen'), browsers.list()]).toEqual([undefined, []])
  database.close()
})
