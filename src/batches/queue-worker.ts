import { randomUUID } from 'node:crypto'
import { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { ChunkName } from '#storage/db/batch-chunks.ts'
import { createAlone } from './alone.ts'
import { type FinishTools, finishBatch } from './finish.ts'
import { type BatchJob, createQueueJobs, QUEUE_NAME } from './queue-jobs.ts'
import { BACKOFF_MS, isOfConnection } from './queue-runner.ts'
import type { BatchRunner } from './runner.ts'
import { claimAndWork, type WorkOutcome } from './work.ts'

export interface BatchWorkerOptions extends FinishTools {
  /** As `openRedis` opens it. */
  readonly redis: Redis
  /** Chunks in work at the same time. Left out: 1. */
  readonly concurrency?: number | undefined
  /** After so many milliseconds, a job whose worker says nothing any more is given to another one. Left out: 15 s. */
  readonly lockMs?: number | undefined
}

const LOCK_MS = 15_000
/** Rows count attempts: what BullMQ counts must never end a job before. */
const NEVER = 1_000_000
/** Chunks in the queue below which it is filled up at once. */
const FEW = 64
/** Least time between two fillings, in milliseconds. */
const FILL_EVERY_MS = 250

/** A runner that speaks the chunks in the queue of BullMQ, and assembles results. Any number of workers share the work. */
export function startBatchWorker(options: BatchWorkerOptions): BatchRunner {
  const { redis, rows, concurrency = 1, lockMs = LOCK_MS, onBug } = options
  const jobs = createQueueJobs({ redis, rows, backoffMs: options.backoffMs ?? BACKOFF_MS })
  const closing = new AbortController()
  const { signal } = closing
  const alone = createAlone()
  let filledAt = 0
  const fill = async (isNeeded: boolean): Promise<void> => {
    if (performance.now() - filledAt < FILL_EVERY_MS && !isNeeded) return
    filledAt = performance.now()
    if (isNeeded || (await jobs.waiting()) < FEW) await jobs.reconcile()
  }
  const speak = async (name: ChunkName): Promise<void> => {
    const chunk = await rows.findChunk(name)
    if (chunk?.status !== 'waiting') return
    // What may have ended a program is spoken alone, so that nothing beside it suffers a second time.
    const isAlone = chunk.attempts > 0
    const outcome = await alone(isAlone, () => claimAndWork(name, options, signal, isAlone))
    await follow(name, outcome)
  }
  const follow = async ({ batchId }: ChunkName, outcome: WorkOutcome): Promise<void> => {
    // BullMQ tries it again after a pause.
    if (outcome === 'again') throw new Error('It is to be tried again.')
    if (outcome === 'stopped') throw new Error('The worker was stopped.')
    const waiting = await rows.chunks(batchId, { after: 0, limit: 1, status: 'waiting' })
    if (waiting.length === 0) await jobs.finish(batchId)
    await fill(outcome === 'divided')
  }
  const worker = new Worker<BatchJob>(
    QUEUE_NAME,
    async ({ data }) => {
      if (data.kind === 'chunk') return speak(data.chunk)
      // A lease of its own: two jobs in one worker do not do the same.
      const tools = { ...options, owner: `${options.owner}/${randomUUID()}` }
      const isOver = await finishBatch(data.batchId, tools, signal)
      const batch = await rows.find(data.batchId)
      if (!isOver && (batch?.status === 'finalizing' || batch?.status === 'cancelling'))
        throw new Error('Another worker finishes it.')
    },
    {
      ...{ connection: redis, concurrency, lockDuration: lockMs, stalledInterval: lockMs / 3 },
      maxStalledCount: NEVER,
    },
  )
  worker.on('error', (error) => {
    if (!signal.aborted && !isOfConnection(error)) onBug(error)
  })
  return {
    // Jobs come by themselves.
    wake: () => undefined,
    async close() {
      closing.abort()
      await worker.close()
      await jobs.close()
    },
  }
}
