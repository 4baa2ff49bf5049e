import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { all, run } from '#storage/db/steps.ts'
import { openPostgres, type PostgresDatabase } from './database.ts'
import { POSTGRES_MIGRATIONS } from './migrate.ts'
import { joinNodes, lookAtNodes, type NodeOptions, type ServiceNode } from './node.ts'
import { embeddedForTests, startEmbedded } from './pglite.test-support.ts'

const open = embeddedForTests()
/** Dead after so long that a busy computer's pauses kill nobody. */
const QUICK = { heartbeatMs: 50, deadAfterMs: 2_000 }
/** So slow that no heartbeat comes. */
const SILENT = { heartbeatMs: 3_600_000, deadAfterMs: 2_000 }

async function join(
  database: PostgresDatabase,
  timing: NonNullable<NodeOptions['timing']> = QUICK,
): Promise<ServiceNode> {
  const node = await joinNodes(database, {
    onBug: (error) => expect.unreachable(String(error)),
    timing,
  })
  onTestFinished(node.close)
  return node
}

/** As if the server had started long ago: what it does not know it cannot take for silence. */
async function untilServerIsOld(): Promise<void> {
  await wait(QUICK.deadAfterMs + 100)
}

test('nodes live while their heartbeats come, and one that came after the last look is alive', async () => {
  const database = await open()
  const one = await join(database, SILENT)
  const two = await join(database)
  // The first has not looked since.
  expect(one.isAlive(two.mark)).toBe(true)
  expect(two.isAlive(one.mark)).toBe(true)
  expect(two.isAlive(two.mark)).toBe(true)
  const marks = [one.mark, two.mark].map((mark) => Number.parseInt(mark, 10))
  expect(marks[1]).toBe((marks[0] ?? 0) + 1)
  // Never entered, and a mark of no node.
  expect(two.isAlive(`${marks[0]} other`)).toBe(false)
  expect(two.isAlive('')).toBe(false)
})

test('a silent node is dead for all, by the clock of the database, and one that left at once', async () => {
  const database = await open()
  await untilServerIsOld()
  const silent = await join(database, SILENT)
  const { mark } = silent
  const [one, two] = [await join(database), await join(database)]
  expect([one.isAlive(mark), two.isAlive(mark)]).toEqual([true, true])
  await expect.poll(() => [one.isAlive(mark), two.isAlive(mark)]).toEqual([false, false])
  expect(one.isAlive(two.mark)).toBe(true)
  const left = one.mark
  await one.close()
  await expect.poll(() => two.isAlive(left)).toBe(false)
  expect((await lookAtNodes(database)).isAlive(two.mark)).toBe(true)
})

test('a node that was taken for dead notices, and goes on under a new mark', async () => {
  const database = await open()
  const node = await join(database)
  const { mark } = node
  let renewed = 0
  node.onRenewed(() => renewed++)
  await database.perform(() => run('DELETE FROM nodes WHERE mark = ?', mark))
  await expect.poll(() => renewed).toBe(1)
  expect(node.mark).not.toBe(mark)
  await expect.poll(() => node.isAlive(mark)).toBe(false)
  expect((await lookAtNodes(database)).isAlive(node.mark)).toBe(true)
  expect(await database.perform(() => all('SELECT mark FROM nodes'))).toEqual([{ mark: node.mark }])
})

test('whoever was silent itself takes no other for dead until it has heard for long enough', async () => {
  const database = await open()
  await untilServerIsOld()
  const node = await join(database, { heartbeatMs: 400, deadAfterMs: 600 })
  const other = await join(database, SILENT)
  // Each of its heartbeats is later than a third of the time, as after a pause of the whole machine.
  await wait(1_500)
  expect(node.isAlive(other.mark)).toBe(true)
})

test('time is the database’s, and goes on with a clock that nobody sets', async () => {
  const database = await open()
  const node = await join(database)
  const [row] = await database.perform(() =>
    all('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now'),
  )
  const { now } = row as { readonly now: number }
  expect(Math.abs(node.now().getTime() - now)).toBeLessThan(30_000)
  const before = node.now().getTime()
  await wait(30)
  expect(node.now().getTime() - before).toBeGreaterThanOrEqual(25)
  expect(Math.abs((await lookAtNodes(database)).now().getTime() - now)).toBeLessThan(30_000)
})

test('while the database is away a node says so, and afterwards it is still the same', async () => {
  const server = await startEmbedded()
  onTestFinished(server.stop)
  const database = await openPostgres(server.url, { connections: 2 })
  onTestFinished(database.close)
  const node = await join(database)
  const { mark } = node
  expect(node.problem()).toBeUndefined()
  expect(() => node.check()).not.toThrow()
  await server.goAway()
  await expect
    .poll(() => node.problem())
    .toMatch(/The database 127\.0\.0\.1:\d+\/postgres does not/)
  expect(() => node.check()).toThrow('does not answer')
  await wait(QUICK.deadAfterMs)
  await server.comeBack()
  await expect.poll(() => node.problem()).toBeUndefined()
  expect(node.mark).toBe(mark)
})

test('a node that is older than the tables have become says so, and one that may still use them does not', async () => {
  const database = await open()
  const node = await join(database)
  const become = (version: number, readableFrom: number) =>
    database.perform(() =>
      run('UPDATE griot_schema SET version = ?, readable_from = ?', version, readableFrom),
    )
  const supported = POSTGRES_MIGRATIONS.length
  await become(supported + 1, supported)
  await wait(QUICK.heartbeatMs * 3)
  expect(node.problem() ?? '').not.toContain('newer')
  await become(supported + 2, supported + 2)
  await expect.poll(() => node.problem()).toMatch(/newer version of Griot .*Update this node/)
  expect(() => node.check()).toThrow('Update this node')
})
