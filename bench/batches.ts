import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Batch } from '#batches/batches.ts'
import { createEmbeddedRunner } from '#batches/embedded-runner.ts'
import { CHUNK_SIZE } from '#batches/intake.ts'
import { createQueueRunner } from '#batches/queue-runner.ts'
import { startBatchWorker } from '#batches/queue-worker.ts'
import type { BatchRunner } from '#batches/runner.ts'
import {
  lineOf,
  openWorld,
  pacedSpeech,
  SETTINGS,
  type World,
} from '#batches/world.test-support.ts'
import { openRedis } from '#cluster/redis.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { findService, SERVICES } from '#testing/services/debian-services.test-support.ts'
import { startRedis } from '#testing/services/redis.test-support.ts'
import { report } from './statistics.ts'

const LINES = 100_000
const FEW = 10
const TEXT = 'Good morning from Lagos.'
const MEGABYTE = 1_000_000

/**
 * What batches themselves cost: 100,000 short lines whose speech takes no time, on SQLite and a folder, in one program and over BullMQ
 * with one worker (where Redis is installed). Lines a second from the order to the result, the highest memory, and how long ten lines
 * of another account take meanwhile.
 */
export async function benchBatches(): Promise<void> {
  await benchRunner('one program', async (world) => {
    const live = createLiveProcess(process.pid)
    return createEmbeddedRunner({ ...world.tools, owner: live.mark, isAlive: live.isAlive })
  })
  if (!findService(SERVICES.redis)) return
  const server = await startRedis()
  try {
    await benchRunner('BullMQ', async (world) => {
      const { rows, onBug } = world.tools
      const [redis, ofWorker] = [await openRedis(server.url), await openRedis(server.url)]
      const runner = createQueueRunner({ redis, rows, onBug })
      const worker = startBatchWorker({ ...world.tools, redis: ofWorker, concurrency: 2 })
      return {
        wake: runner.wake,
        async close() {
          await worker.close()
          await runner.close()
          redis.disconnect()
          ofWorker.disconnect()
        },
      }
    })
  } finally {
    await server.stop()
  }
}

async function benchRunner(
  name: string,
  start: (world: World) => Promise<BatchRunner>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-bench-'))
  const database = openDatabase(join(folder, 'library.db'))
  const blobs = createFolderBlobs(join(folder, 'blobs'))
  const world = openWorld({
    ...{ database, blobs, folder, speech: pacedSpeech(), chunkSize: CHUNK_SIZE },
  })
  const runner = await start(world)
  world.runner = runner
  const memory = watchMemory()
  try {
    const begun = performance.now()
    const many = await order(world, LINES, 'many')
    const taken = performance.now()
    await untilCompleted(world, many, LINES / 4)
    const asked = performance.now()
    const few = await world.over(await order(world, FEW, 'few'))
    const served = performance.now() - asked
    await world.over(many)
    const seconds = (performance.now() - begun) / 1_000
    report(`${name}: lines a second`, (LINES / seconds).toFixed(0))
    report(`${name}: of which to take them in`, `${((taken - begun) / 1_000).toFixed(1)} s`)
    report(`${name}: ${few.lines} lines of another account`, `${(served / 1_000).toFixed(2)} s`)
    const { first, highest } = memory()
    report(`${name}: memory`, `${first} MB at the start, ${highest} MB at most`)
  } finally {
    memory()
    await runner.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function order(world: World, lines: number, account: string): Promise<Batch> {
  async function* all() {
    for (let line = 1; line <= lines; line++) yield lineOf(line, TEXT)
  }
  const source = { lines: all(), sha256: () => undefined }
  const by = { account, tokenName: undefined }
  return world.batches.create(by, SETTINGS, source, new AbortController().signal)
}

async function untilCompleted(world: World, { account, id }: Batch, lines: number): Promise<void> {
  while ((await world.batches.get(account, id)).progress.completed < lines) await wait(50)
}

function watchMemory(): () => { readonly first: string; readonly highest: string } {
  const resident = (): number => process.memoryUsage.rss() / MEGABYTE
  const first = resident()
  let highest = first
  const timer = setInterval(() => {
    highest = Math.max(highest, resident())
  }, 100)
  return () => {
    clearInterval(timer)
    return { first: first.toFixed(0), highest: highest.toFixed(0) }
  }
}
