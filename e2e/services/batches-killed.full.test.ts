import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#testing/services/postgres.test-support.ts'
import { numbered, queueForTests } from './batch-queue.ts'

const { redis, openNode, startWorker } = queueForTests()

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
  const { own, world, close } = await openNode({ rowsAt: postgres.url })
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
  await redis().end('SIGKILL')
  await redis().startAgain({ keepsData: false })
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
    const order = await world.order(numbered(200))
    const child = await startWorker(own, 5)
    await expect
      .poll(async () => (await world.batches.get('Àdá', order.id)).progress.completed)
      .toBeGreaterThan(20)
    await redis().end('SIGKILL')
    await wait(300)
    await redis().startAgain({ keepsData })
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
