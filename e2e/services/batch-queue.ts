import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { createQueueRunner } from '#batches/queue-runner.ts'
import type { BatchRunner } from '#batches/runner.ts'
import { openWorld, pacedSpeech, type World } from '#batches/world.test-support.ts'
import { openRedis } from '#cluster/redis.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { openDatabase } from '#storage/db/database.ts'
import { openPostgres } from '#storage/postgres/database.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { type RedisServer, startRedis } from '#testing/services/redis.test-support.ts'

const WORKER = fileURLToPath(
  new URL('../../src/batches/worker-in-child.test-support.ts', import.meta.url),
)

/** A node whose batches come into the queue. */
export interface QueueNode {
  /** Its folder. */
  readonly own: string
  readonly world: World
  readonly runner: BatchRunner
  /** Closes it. Fails where it has met a bug. */
  close(): Promise<void>
}

export interface QueueNodeOptions {
  readonly lineMs?: number
  readonly quotaBytes?: (() => number) | undefined
  /** Address of the PostgreSQL that has its rows. If omitted, SQLite has them. */
  readonly rowsAt?: string
}

/** Redis, and the nodes and workers on it. */
export interface Queue {
  readonly redis: () => RedisServer
  /** Opens a node on an empty queue. */
  openNode(options?: QueueNodeOptions): Promise<QueueNode>
  /** Starts a worker as a process of its own, on the library in a folder or on the database at `rowsAt`. */
  startWorker(own: string, lineMs: number, rowsAt?: string): Promise<ChildProcess>
}

/** A queue for the tests of one file. Call it where tests are defined. */
export function queueForTests(): Queue {
  const folder = folderForTests('griot ìlà')
  const children = new Set<ChildProcess>()
  let server: RedisServer
  let count = 0
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await server?.stop()
  })
  return {
    redis: () => server,
    async openNode({ lineMs = 0, quotaBytes, rowsAt } = {}) {
      const own = join(folder, String(++count))
      const database =
        rowsAt === undefined ? openDatabase(join(own, 'library.db')) : await openPostgres(rowsAt)
      const blobs = createFolderBlobs(join(own, 'blobs'))
      const quota = quotaBytes ? { quotaBytes } : {}
      const speech = pacedSpeech(lineMs)
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
    },
    async startWorker(own, lineMs, rowsAt = '') {
      const child = spawn(process.execPath, [WORKER, own, server.url, `${lineMs}`, rowsAt], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.add(child)
      child.once('exit', () => children.delete(child))
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
      return child
    },
  }
}

/** So many lines, each with its number. */
export const numbered = (many: number): string[] =>
  Array.from({ length: many }, (_, index) => `Ìlà ${index + 1}`)
