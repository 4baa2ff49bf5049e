import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createQueueRunner } from '#batches/queue-runner.ts'
import { startBatchWorker } from '#batches/queue-worker.ts'
import { runnerContract } from '#batches/runner.contract.ts'
import { openWorld, pacedSpeech, type World } from '#batches/world.test-support.ts'
import { openRedis } from '#cluster/redis.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { openDatabase } from '#storage/db/database.ts'
import { openPostgres } from '#storage/postgres/database.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { startPostgres } from '#testing/services/postgres.test-support.ts'
import { startRedis } from '#testing/services/redis.test-support.ts'

const server = await startRedis()
afterAll(server.stop)
const folder = folderForTests('griot ìlà')
const WORKER = fileURLToPath(
  new URL('../../src/batches/worker-in-child.test-support.ts', import.meta.url),
)
let count = 0
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Batches whose rows come into the queue; workers are started by the test. */
async function openNode(speech = pacedSpeech(), quotaBytes?: () => number, rowsAt = '') {
  const own = join(folder, String(++count))
  const database =
    rowsAt === '' ? openDatabase(join(own, 'library.db')) : await openPostgres(rowsAt)
  const blobs = createFolderBlobs(join(own, 'blobs'))
  const quota = quotaBytes ? { quotaBytes } : {}
  const world = openWorld({ database, blobs, folder: own, speech, ...quota })
  const redis = await openRedis(server.url)
  await redis.flushall()
  const bugs: unknown[] = []
  const { rows } = world.tools
  const runner = createQueueRunner({
    ...{ redis, rows, everyMs: 100, backoffMs: 20 },
    onBug: (error) => bugs.push(error),
  })
  world.runner = runner
  const close = async (): Promise<void> => {
    await runner.close()
    redis.disconnect()
    await database.close()
    expect(bugs).toEqual([])
  }
  return { own, world, runner, close }
}

async function startWorkerHere(world: World, owner = 'here') {
  const redis = await openRedis(server.url)
  const worker = startBatchWorker({ ...world.tools, redis, owner, lockMs: 1_500, backoffMs: 20 })
  return {
    async close(): Promise<void> {
      await worker.close()
      redis.disconnect()
    },
  }
}

async function startWorker(own: string, lineMs: number, rows = ''): Promise<ChildProcess> {
  const child = spawn(process.execPath, [WORKER, own, server.url, `${lineMs}`, rows], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

const numbered = (many: number): string[] =>
  Array.from({ length: many }, (_, index) => `Ìlà ${index + 1}`)

describe('the runner with the queue of BullMQ', () => {
  runnerContract(async ({ lineMs, quotaBytes }) => {
    const { world, runner, close } = await openNode(pacedSpeech(lineMs), quotaBytes)
    return {
      world,
      async start() {
        const worker = await startWorkerHere(world)
        return {
          wake: runner.wake,
          async close() {
            await worker.close()
            await close()
          },
        }
      },
    }
  })
})

test('workers that are killed at any time lose no line, and none is twice in the result', async () => {
  const { own, world, close } = await openNode()
  const texts = numbered(300)
  const order = await world.order(texts)
  const others = [await startWorker(own, 3), await startWorker(own, 3)]
  for (let kills = 0; kills < 4; kills++) {
    await wait(150 + 40 * kills)
    others.shift()?.kill('SIGKILL')
    others.push(await startWorker(own, 3))
  }
  const batch = await world.over(order)
  expect(batch).toMatchObject({ status: 'completed', progress: { completed: 300, dead: 0 } })
  expect(world.results(batch).map(({ line }) => line)).toEqual(texts.map((_, index) => index + 1))
  for (const child of others) child.kill('SIGKILL')
  await close()
})

test('a service whose rows lie in PostgreSQL loses no line while workers are killed and both servers stop', async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const { own, world, close } = await openNode(pacedSpeech(), undefined, postgres.url)
  const texts = numbered(300)
  const order = await world.order(texts)
  const workers = [await startWorker(own, 6, postgres.url), await startWorker(own, 6, postgres.url)]
  await wait(400)
  workers.shift()?.kill('SIGKILL')
  workers.push(await startWorker(own, 6, postgres.url))
  postgres.halt('immediate')
  await wait(300)
  postgres.start()
  await wait(300)
  await server.end('SIGKILL')
  await server.startAgain({ keepsData: false })
  const batch = await world.over(order)
  expect(batch.progress).toMatchObject({ completed: 300, failed: 0, dead: 0 })
  expect(world.results(batch).map(({ line }) => line)).toEqual(texts.map((_, index) => index + 1))
  for (const child of workers) child.kill('SIGKILL')
  await close()
})

test('a line that kills every worker that takes it becomes a dead letter, and all others are spoken', async () => {
  const { own, world, close } = await openNode()
  const order = await world.order(['One', 'Two', 'kill', 'Four', 'Five', 'Six'])
  let ends = 0
  let isOver = false
  const keepOne = async (): Promise<void> => {
    while (!isOver) {
      const child = await startWorker(own, 0)
      while (child.exitCode === null && child.signalCode === null && !isOver) await wait(20)
      if (isOver) child.kill('SIGKILL')
      else ends++
    }
  }
  const workers = keepOne()
  const batch = await world.over(order)
  isOver = true
  await workers
  expect(batch.progress).toMatchObject({ completed: 5, dead: 1 })
  expect(world.results(batch).map(({ line }) => line)).toEqual([1, 2, 4, 5, 6])
  expect(ends).toBeLessThanOrEqual(5)
  await close()
})

test.each([true, false])(
  'a Redis that is killed and comes back, with its data: %s, loses no line',
  async (keepsData) => {
    const { own, world, close } = await openNode()
    onTestFinished(() => undefined)
    const order = await world.order(numbered(200))
    const child = await startWorker(own, 5)
    await expect
      .poll(async () => (await world.batches.get('Àdá', order.id)).progress.completed)
      .toBeGreaterThan(20)
    await server.end('SIGKILL')
    await wait(300)
    await server.startAgain({ keepsData })
    const batch = await world.over(order)
    expect(batch.progress).toMatchObject({ completed: 200, failed: 0, dead: 0 })
    expect(world.results(batch).map(({ line }) => line)).toEqual(
      numbered(200).map((_, index) => index + 1),
    )
    child.kill('SIGKILL')
    await close()
  },
)

test('ten lines of an account are spoken next to the many of another one', async () => {
  const { own, world, close } = await openNode()
  const many = await world.order(numbered(3_000))
  const child = await startWorker(own, 5)
  await expect
    .poll(async () => (await world.batches.get('Àdá', many.id)).progress.completed)
    .toBeGreaterThan(40)
  const before = (await world.batches.get('Àdá', many.id)).progress.completed
  const few = await world.over(await world.order(numbered(10), { account: 'Bọ́lá' }))
  expect(few.progress.completed).toBe(10)
  const { completed } = (await world.batches.get('Àdá', many.id)).progress
  expect(completed - before).toBeLessThan(400)
  await world.batches.cancel('Àdá', many.id)
  await world.over(many)
  child.kill('SIGKILL')
  await close()
})

test('a Redis that would throw work away is refused, and so is a wrong address', async () => {
  const evicting = await startRedis(['--maxmemory-policy', 'allkeys-lru'])
  onTestFinished(evicting.stop)
  await expect(openRedis(evicting.url)).rejects.toMatchObject({
    code: 'settings/invalid',
    message: expect.stringMatching(
      /^Redis at 127\.0\.0\.1:\d+ throws data away .*allkeys-lru.*noeviction/,
    ),
  })
  await expect(openRedis('redis://127.0.0.1:1')).rejects.toThrow(
    /cannot be reached \(.*ECONNREFUSED/,
  )
  await expect(openRedis('http://127.0.0.1')).rejects.toThrow('The address of Redis looks like')
  const closed = await startRedis(['--requirepass', 'secret'])
  onTestFinished(closed.stop)
  await expect(openRedis(closed.url)).rejects.toThrow('refuses the user or the password')
})
