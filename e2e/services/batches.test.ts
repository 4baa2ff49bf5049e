import { describe, expect, onTestFinished, test } from 'vitest'
import { startBatchWorker } from '#batches/queue-worker.ts'
import { runnerContract } from '#batches/runner.contract.ts'
import type { World } from '#batches/world.test-support.ts'
import { openRedis } from '#cluster/redis.ts'
import { startRedis } from '#testing/services/redis.test-support.ts'
import { queueForTests } from './batch-queue.ts'

const queue = queueForTests()

async function startWorkerHere(world: World) {
  const redis = await openRedis(queue.redis().url)
  const tools = { ...world.tools, redis, owner: 'here' }
  const worker = startBatchWorker({ ...tools, lockMs: 1_500, backoffMs: 20 })
  return {
    async close(): Promise<void> {
      await worker.close()
      redis.disconnect()
    },
  }
}

describe('the runner with the queue of BullMQ', () => {
  runnerContract(async (options) => {
    const { world, runner, close } = await queue.openNode(options)
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
