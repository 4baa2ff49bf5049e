import { type JobsOptions, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { ChunkName, StoredChunk } from '#storage/db/batch-chunks.ts'
import type { BatchRows } from '#storage/db/batches.ts'
import { chunkIdOf } from './keys.ts'

export const QUEUE_NAME = 'griot-batches'

/** What a job asks for: to speak a chunk, or to assemble the result of a batch. */
export type BatchJob =
  | { readonly kind: 'chunk'; readonly chunk: ChunkName }
  | { readonly kind: 'finish'; readonly batchId: string }

/** Jobs of one account in the queue: enough for many workers until it is filled up again. */
const WINDOW = 192
/** BullMQ takes priorities up to 2,097,152. Tags are moved back long before. */
const HIGHEST_TAG = 1_000_000
const JOBS_AT_ONCE = 1_000
/** A job that was added less than so many milliseconds ago is taken to be there. */
const TRUSTED_MS = 5_000
const ATTEMPTS = 6
/** Jobs that assemble results come first. */
const FINISH_PRIORITY = 1
const FIRST_TAG = 2

export interface QueueJobsOptions {
  readonly redis: Redis
  readonly rows: BatchRows
  /** Pause before a job is tried again, in milliseconds, which doubles. */
  readonly backoffMs: number
  /** Jobs of one account in the queue. */
  readonly window?: number | undefined
}

/** The jobs that the rows of batches ask for, in the queue. */
export interface QueueJobs {
  /**
   * Adds those that are missing, also where the queue has lost them. `doubts`: also those that were added a moment ago and may have
   * been in vain, as those of a batch that was paused.
   */
  reconcile(doubts?: boolean): Promise<void>
  finish(batchId: string): Promise<void>
  /** How many chunks wait in the queue. */
  waiting(): Promise<number>
  close(): Promise<void>
}

/**
 * Jobs with ids that follow from what they do, so that each is there once. Shares are fair by start-time fair queueing: the tag of a
 * job is the tag of the job that is next in service, plus the number of jobs of its own account before it; the lowest tag is served
 * first. So ten lines of an account come next to, and not behind, the hundred thousand of another one.
 */
export function createQueueJobs(options: QueueJobsOptions): QueueJobs {
  const { redis, rows, backoffMs, window = WINDOW } = options
  const queue = new Queue<BatchJob>(QUEUE_NAME, { connection: redis })
  queue.on('error', () => undefined)
  const optionsOf = (jobId: string, priority: number): JobsOptions => ({
    ...{ jobId, priority, attempts: ATTEMPTS, removeOnComplete: true, removeOnFail: true },
    backoff: { type: 'exponential', delay: backoffMs },
  })
  const chunkJob = (chunk: StoredChunk, priority: number) => {
    const { batchId, firstLine, lastLine } = chunk
    const data: BatchJob = { kind: 'chunk', chunk: { batchId, firstLine, lastLine } }
    return { name: 'chunk', data, opts: optionsOf(chunkIdOf(chunk), priority) }
  }
  const added = new Map<string, number>()
  // It may have lost everything.
  const forget = (): void => added.clear()
  redis.on('ready', forget)
  const forgetOld = (): void => {
    for (const [id, time] of added) if (performance.now() - time > TRUSTED_MS) added.delete(id)
  }
  /** Adds chunks in their order, the first one with the tag `start`. */
  const addChunks = async (chunks: readonly StoredChunk[], start: number): Promise<void> => {
    const jobs = chunks
      .map((chunk, index) => chunkJob(chunk, start + index))
      .filter(({ opts }) => !added.has(opts.jobId ?? ''))
    if (jobs.length === 0) return
    await queue.addBulk(jobs)
    for (const { opts } of jobs) added.set(opts.jobId ?? '', performance.now())
  }
  const finish = async (batchId: string): Promise<void> => {
    const data: BatchJob = { kind: 'finish', batchId }
    await queue.add('finish', data, optionsOf(`finish-${batchId}`, FINISH_PRIORITY))
  }
  /** The tag of the job that is next in service. */
  const virtualTime = async (): Promise<number> => {
    const jobs = await queue.getPrioritized(0, 0)
    return Math.max(FIRST_TAG, ...jobs.map((job) => job.opts.priority ?? FIRST_TAG))
  }
  const moveBack = async (by: number): Promise<void> => {
    for (let at = 0; ; at += JOBS_AT_ONCE) {
      const jobs = await queue.getPrioritized(at, at + JOBS_AT_ONCE - 1)
      for (const job of jobs) {
        const priority = Math.max(FIRST_TAG, (job.opts.priority ?? by) - by)
        await job.changePriority({ priority }).catch(() => undefined)
      }
      if (jobs.length < JOBS_AT_ONCE) return
    }
  }
  return {
    finish,
    async reconcile(doubts = false) {
      if (doubts) forget()
      forgetOld()
      const now = await virtualTime()
      if (now > HIGHEST_TAG) await moveBack(now - FIRST_TAG)
      const start = now > HIGHEST_TAG ? FIRST_TAG : now
      for (const account of await rows.accountsWithWork()) {
        await addChunks(await rows.unfinishedOf(account, window), start)
      }
      for (const { id, status } of await rows.inStatus([
        'in_progress',
        'finalizing',
        'cancelling',
      ])) {
        const isSpoken = async (): Promise<boolean> =>
          (await rows.chunks(id, { after: 0, limit: 1, status: 'waiting' })).length === 0
        if (status !== 'in_progress' || (await isSpoken())) await finish(id)
      }
    },
    waiting: () => queue.getPrioritizedCount(),
    close() {
      redis.off('ready', forget)
      return queue.close()
    },
  }
}
