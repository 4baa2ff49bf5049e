import { setTimeout as wait } from 'node:timers/promises'
import { createQueueJobs, type QueueJobsOptions } from './queue-jobs.ts'
import type { BatchRunner } from './runner.ts'

export interface QueueRunnerOptions extends Omit<QueueJobsOptions, 'backoffMs'> {
  readonly backoffMs?: number | undefined
  /** How often the queue is compared with the rows. Left out: 1 s. */
  readonly everyMs?: number | undefined
  readonly onBug: (error: unknown) => void
}

const EVERY_MS = 1_000
export const BACKOFF_MS = 1_000

/**
 * A runner that brings what stands in the rows into the queue of BullMQ, and speaks nothing itself: workers do
 * (queue-worker.ts). The rows are the truth: what a Redis has lost is put there again. `redis`: as `openRedis` opens it.
 */
export function createQueueRunner(options: QueueRunnerOptions): BatchRunner {
  const { everyMs = EVERY_MS, backoffMs = BACKOFF_MS, onBug } = options
  const jobs = createQueueJobs({ ...options, backoffMs })
  const closing = new AbortController()
  const { signal } = closing
  let bell = new AbortController()
  let isRung = true
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      bell = new AbortController()
      try {
        const doubts = isRung
        isRung = false
        await jobs.reconcile(doubts)
      } catch (error) {
        // A Redis that is away is back later, and then compared again.
        if (!signal.aborted && !isOfConnection(error)) onBug(error)
      }
      const either = AbortSignal.any([bell.signal, signal])
      await wait(everyMs, undefined, { signal: either, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    wake() {
      isRung = true
      bell.abort()
    },
    async close() {
      closing.abort()
      bell.abort()
      // While Redis is away it does not end.
      await Promise.race([running, wait(everyMs, undefined, { ref: false })])
      await jobs.close()
    },
  }
}

/** Whether Redis, or the way to it, is the reason. */
export function isOfConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    /ECONN|EPIPE|ETIMEDOUT|Connection is closed|LOADING|READONLY|Stream isn't writeable/.test(
      `${error.message} ${'code' in error ? error.code : ''}`,
    )
  )
}
