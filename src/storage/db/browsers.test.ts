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

test('a browser is known to the next start for a day after it was last there, and no other is', async () => {
  let hours = 0
  const now = (): Date => new Date(Date.UTC(2026, 4, 1) + hours * HOUR_MS)
  const path = join(folder, 'browsers.db')
  const first = openDatabase(path)
  const before = createBrowsers(first, now, alone('first'))
  await before.add('hers', FIREFOX)
  hours = 20
  await before.seen('hers')
  // Nobody is signed out of a program that runs, however long a laptop sleeps.
  hours = 200
  expect([(await before.find('hers'))?.isRecent, await before.list()]).toEqual([
    false,
    [expect.anything()],
  ])
  first.close()

  const database = openDatabase(path)
  const browsers = createBrowsers(database, now, alone('second'))
  hours = 43
  expect([await browsers.find('hers'), await browsers.find('his')]).toEqual([
    { signedInBy: 'link', isRecent: true },
    undefined,
  ])
  hours = 44
  expect([(await browsers.find('hers'))?.isRecent, await browsers.list()]).toEqual([false, []])
  await browsers.add('his', FIREFOX)
  expect(database.all('SELECT hash FROM browsers')).toEqual([{ hash: 'his' }])
  database.close()
})

test('a browser that a key signed in is listed while the program runs that was shown the key, and not after it', async () => {
  const database = openDatabase(join(folder, 'keys.db'))
  const now = (): Date => new Date()
  const first = createBrowsers(database, now, alone('first'))
  await first.add('hers', BY_KEY)
  expect((await first.find('hers'))?.signedInBy).toBe('key')
  const beside = createBrowsers(database, now, { mark: 'beside', isAlive: () => true })
  expect((await beside.list()).map(({ hash }) => hash)).toEqual(['hers'])
  const second = createBrowsers(database, now, alone('second'))
  expect(await second.list()).toEqual([])
  database.close()
})

test('browsers are listed with the one that was there last first, and signed out singly and all others', async () => {
  let minutes = 0
  const now = (): Date => new Date(Date.UTC(2026, 4, 1, 12, minutes))
  const database = openDatabase(join(folder, 'list.db'))
  const browsers = createBrowsers(database, now, alone('this'))
  const told: string[] = []
  const stop = browsers.onSignOut((hash) => told.push(hash))
  await browsers.add('a', FIREFOX)
  await browsers.add('b', BY_KEY)
  minutes = 30
  await browsers.add('c', FIREFOX)
  await browsers.seen('a')
  const listed = await browsers.list()
  expect(listed.map(({ hash }) => hash)).toEqual(['c', 'a', 'b'])
  expect(listed[1]).toEqual({
    ...{ id: 1, hash: 'a', name: 'Firefox on Linux', signedInBy: 'link' },
    ...{ signedInAt: '2026-05-01T12:00:00.000Z', lastSeenAt: '2026-05-01T12:30:00.000Z' },
  })
  expect(await browsers.signOut(2)).toMatchObject({ id: 2, name: 'Chrome on macOS' })
  await expect(async () => browsers.signOut(2)).rejects.toThrow('griot browsers list')
  expect(await browsers.signOutOthers('a')).toBe(1)
  stop()
  expect(await browsers.signOutOthers(undefined)).toBe(1)
  expect([told, await browsers.list(), await browsers.find('a')]).toEqual([
    ['b', 'c'],
    [],
    undefined,
  ])
  database.close()
})

test('more than a hundred browsers are not signed in: the one that was away for longest has to sign in again', async () => {
  let seconds = 0
  const now = (): Date => new Date(Date.UTC(2026, 4, 1, 0, 0, seconds++))
  const database = openDatabase(join(folder, 'many.db'))
  const browsers = createBrowsers(database, now, alone('this'))
  for (let index = 0; index < 102; index++) await browsers.add(`number ${index}`, FIREFOX)
  expect(await browsers.list()).toHaveLength(100)
  const isThere = async (index: number): Promise<boolean> =>
    (await browsers.find(`number ${index}`)) !== undefined
  expect(await Promise.all([0, 1, 2, 101].map(isThere))).toEqual([false, false, true, true])
  database.close()
})

test('a cookie of an earlier version opens nothing after the update', async () => {
  const path = join(folder, 'before.db')
  const until = MIGRATIONS.findIndex(({ name }) => name === '0014-signed-in-browsers')
  const old = openDatabase(path, MIGRATIONS.slice(0, until))
  old.run('INSERT INTO browsers VALUES (?, ?)', 'stolen', Date.now())
  old.close()
  const database = openDatabase(path)
  const browsers = createBrowsers(database, () => new Date(), alone('this'))
  expect([await browsers.find('stolen'), await browsers.list()]).toEqual([undefined, []])
  database.close()
})
