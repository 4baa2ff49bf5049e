import { expect, test } from 'vitest'
import { createBrowsers } from '#storage/db/browsers.ts'
import type { RowDatabase } from '#storage/db/steps.ts'

const HOUR_MS = 60 * 60_000
const KEYS = { publicKey: 'public', serverKey: 'private' } as const
const RECORD = { name: 'Firefox on Linux', signedInBy: 'link' } as const
const FIREFOX = { ...RECORD, keys: KEYS } as const
const BY_KEY = { name: 'Chrome on macOS', signedInBy: 'key' } as const
const alone = (mark: string) => ({ mark, isAlive: (other: string) => other === mark })

/** A clock in hours, and browsers of a program called `mark`. */
function clocked(database: RowDatabase) {
  let hours = 0
  const now = (): Date => new Date(Date.UTC(2026, 4, 1) + hours * HOUR_MS)
  return {
    at: (time: number): void => {
      hours = time
    },
    browsersOf: (mark: string) => createBrowsers(database, now, alone(mark)),
  }
}

/** What every store of signed-in browsers does, over databases that `open` opens empty. */
export function browsersContract(open: () => Promise<RowDatabase>): void {
  test('browsers are found by their hash and listed with the one that was there last first', async () => {
    const { at, browsersOf } = clocked(await open())
    const browsers = browsersOf('this')
    await browsers.add('a', FIREFOX)
    at(1)
    await browsers.add('b', BY_KEY)
    at(2)
    for (const hash of ['a', 'nobody']) await browsers.seen(hash)
    expect(await browsers.find('b')).toEqual({ signedInBy: 'key', isRecent: true })
    expect(await browsers.find('nobody')).toBeUndefined()
    const [first, ...others] = await browsers.list()
    expect(first).toEqual({
      ...{ id: 1, hash: 'a', ...RECORD },
      ...{ signedInAt: '2026-05-01T00:00:00.000Z', lastSeenAt: '2026-05-01T02:00:00.000Z' },
    })
    expect(others.map(({ hash }) => hash)).toEqual(['b'])
  })

  test('a name with U+0000 comes back as it was given', async () => {
    const browsers = clocked(await open()).browsersOf('this')
    await browsers.add('a', { ...FIREFOX, name: 'Fire\0fox' })
    expect((await browsers.list())[0]?.name).toBe('Fire\0fox')
  })

  test('one that was there minutes ago is not written again, but where another program takes it over', async () => {
    const { at, browsersOf } = clocked(await open())
    const [first, second] = [browsersOf('first'), browsersOf('second')]
    await first.add('a', BY_KEY)
    at(0.1)
    await first.seen('a')
    expect((await first.list())[0]?.lastSeenAt).toBe('2026-05-01T00:00:00.000Z')
    await second.seen('a')
    expect((await second.list())[0]?.lastSeenAt).toBe('2026-05-01T00:06:00.000Z')
    expect(await first.list()).toEqual([])
  })

  test('who was signed in by a link goes a day after it was last there, who was by a key or keeps a secret with the program', async () => {
    const { at, browsersOf } = clocked(await open())
    const first = browsersOf('first')
    await first.add('link', FIREFOX)
    await first.add('key', BY_KEY)
    await first.add('secret', RECORD)
    expect(await first.list()).toHaveLength(3)
    const second = browsersOf('second')
    at(23)
    expect((await second.list()).map(({ hash }) => hash)).toEqual(['link'])
    at(24)
    expect(await second.list()).toEqual([])
    expect(await second.find('link')).toEqual({
      ...{ signedInBy: 'link', isRecent: false, keys: KEYS },
    })
    const told: string[] = []
    second.onSignOut((hash) => told.push(hash))
    await second.add('new', FIREFOX)
    expect(told.sort()).toEqual(['key', 'link', 'secret'])
    expect(await second.find('link')).toBeUndefined()
  })

  test('browsers are signed out singly and all others, each once, and listeners are told', async () => {
    const browsers = clocked(await open()).browsersOf('this')
    const told: string[] = []
    const stop = browsers.onSignOut((hash) => told.push(hash))
    for (const hash of ['a', 'b', 'c', 'd']) await browsers.add(hash, FIREFOX)
    expect(await browsers.signOut(2)).toMatchObject({ id: 2, name: 'Firefox on Linux' })
    for (const id of [2, 99])
      await expect(async () => browsers.signOut(id)).rejects.toMatchObject({
        code: 'access/not-found',
      })
    await browsers.remove('d')
    await browsers.remove('nobody')
    expect(await browsers.signOutOthers('a')).toBe(1)
    expect(told).toEqual(['b', 'c'])
    stop()
    expect(await browsers.signOutOthers(undefined)).toBe(1)
    expect(await browsers.signOutOthers(undefined)).toBe(0)
    expect(told).toEqual(['b', 'c'])
    expect(await browsers.list()).toEqual([])
  })

  test('of two that sign one browser out at once, one is told that it is gone', async () => {
    const { browsersOf } = clocked(await open())
    const [one, other] = [browsersOf('this'), browsersOf('this')]
    await one.add('a', FIREFOX)
    const outcomes = await Promise.allSettled(
      [one, other].map(async (browsers) => browsers.signOut(1)),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('the one that was away for longest goes when there are more than a hundred', async () => {
    const { at, browsersOf } = clocked(await open())
    const browsers = browsersOf('this')
    for (let index = 0; index < 102; index++) {
      at(index / 60)
      await browsers.add(`number ${index}`, FIREFOX)
    }
    expect(await browsers.list()).toHaveLength(100)
    expect(await browsers.find('number 1')).toBeUndefined()
    expect(await browsers.find('number 2')).toBeDefined()
  })

  test('a browser that cannot be added signs nobody out', async () => {
    const { at, browsersOf } = clocked(await open())
    await browsersOf('first').add('a', FIREFOX)
    at(1)
    const second = browsersOf('second')
    await second.add('b', FIREFOX)
    at(24.5)
    const told: string[] = []
    second.onSignOut((hash) => told.push(hash))
    await expect(async () => second.add('b', FIREFOX)).rejects.toThrow(/constraint/i)
    expect(told).toEqual([])
    expect(await second.find('a')).toEqual({
      ...{ signedInBy: 'link', isRecent: false, keys: KEYS },
    })
  })
}
