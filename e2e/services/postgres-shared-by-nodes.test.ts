import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createBrowsers } from '#storage/db/browsers.ts'
import { createLinks } from '#storage/db/links.ts'
import { all, type RowDatabase, run } from '#storage/db/steps.ts'
import { createRateMinutes } from '#storage/postgres/rate-minutes.ts'
import { databasesForTests } from './postgres-databases.ts'

const open = databasesForTests()
const HOUR_MS = 60 * 60_000
const KEYS = { publicKey: 'public', serverKey: 'private' } as const
const BY_KEY = {
  name: 'Chrome on macOS',
  signedInBy: 'key',
  keys: KEYS,
  grant: 'a grant',
} as const

/** Nodes that live until `kill`, and a clock in milliseconds. */
function nodesOf(database: RowDatabase) {
  let time = Date.UTC(2026, 4, 1)
  const dead = new Set<string>()
  const now = (): Date => new Date(time)
  const running = (mark: string) => ({
    ...{ isNode: true, mark },
    isAlive: (other: string) => !dead.has(other),
  })
  return {
    wait: (ms: number): void => {
      time += ms
    },
    kill: (mark: string) => dead.add(mark),
    linksOf: (mark: string) => createLinks(database, running(mark), { now, randomBytes }),
    browsersOf: (mark: string) => createBrowsers(database, now, running(mark)),
  }
}

test('a browser that a key signed in is known at all nodes, with its grant, and outlives its node by a day', async () => {
  const database = await open()
  const { browsersOf, kill, wait } = nodesOf(database)
  const [one, two] = [browsersOf('1 one'), browsersOf('2 two')]
  await one.add('a', BY_KEY)
  expect(await two.find('a')).toEqual({
    ...{ signedInBy: 'key', isRecent: true, keys: KEYS, grant: BY_KEY.grant },
  })
  // The nodes take turns without a write at each request.
  wait(60_000)
  for (const node of [two, one, two]) await node.seen('a')
  expect((await one.list())[0]?.lastSeenAt).toBe('2026-05-01T00:00:00.000Z')
  kill('1 one')
  expect(await two.list()).toHaveLength(1)
  await two.seen('a')
  expect((await two.list())[0]?.lastSeenAt).toBe('2026-05-01T00:01:00.000Z')
  kill('2 two')
  wait(25 * HOUR_MS)
  expect(await browsersOf('3 three').list()).toEqual([])
  await browsersOf('3 three').add('b', { name: 'Firefox', signedInBy: 'link' })
})

test('a link of one node signs in at any, once for all, within a minute', async () => {
  const { linksOf, wait } = nodesOf(await open())
  const [one, two, three] = [linksOf('1 one'), linksOf('2 two'), linksOf('3 three')]
  const { token, over } = one.offer()
  await expect.poll(() => two.redeem(token)).toBe(true)
  expect([await one.redeem(token), await three.redeem(token)]).toEqual([false, false])
  await over
  const own = one.offer().token
  const tried = await Promise.all([one, two, three, one].map((links) => links.redeem(own)))
  expect(tried.filter(Boolean).length).toBeLessThanOrEqual(1)
  const late = one.offer().token
  wait(60_000)
  expect([await one.redeem(late), await two.redeem(late)]).toEqual([false, false])
  const made = await three.offerFor({ process: '1 one', url: 'http://127.0.0.1:7070' })
  expect([await two.redeem(made), await one.redeem(made)]).toEqual([true, false])
})

test('two nodes on two computers may have the same address of their own', async () => {
  const { linksOf, kill } = nodesOf(await open())
  const [one, two] = [linksOf('1 one'), linksOf('2 two')]
  const url = 'http://127.0.0.1:7070'
  await one.announce(url)
  await two.announce(url)
  expect(await two.studios()).toHaveLength(2)
  kill('1 one')
  expect(await two.studios()).toEqual([{ process: '2 two', url }])
})

test('requests of a token are counted by all nodes together, in minutes that begin with a first one', async () => {
  const database = await open()
  const [one, two] = [createRateMinutes(database), createRateMinutes(database)]
  const answers = [await one('key 1', 3), await two('key 1', 3), await one('key 1', 3)]
  expect(answers).toEqual([undefined, undefined, undefined])
  for (const count of [one, two]) {
    const left = await count('key 1', 3)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(60_000)
  }
  expect(await two('key 2', 3)).toBeUndefined()
  // What is refused is not counted.
  expect(
    await database.perform(() => all('SELECT token, requests FROM rate_minutes ORDER BY token')),
  ).toEqual([
    { token: 'key 1', requests: 3 },
    { token: 'key 2', requests: 1 },
  ])
  await database.perform(() => run('UPDATE rate_minutes SET ends_at = ends_at - 60000'))
  expect([await one('key 1', 1), typeof (await two('key 1', 1))]).toEqual([undefined, 'number'])
})
