import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Batches, createBatches } from '#batches/batches.ts'
import { createEmbeddedRunner } from '#batches/embedded-runner.ts'
import type { FinishTools } from '#batches/finish.ts'
import type { BatchLimits } from '#batches/intake.ts'
import { resultFilesOf } from '#batches/result-files.ts'
import type { BatchRunner } from '#batches/runner.ts'
import type { BatchSpeech } from '#batches/speech.ts'
import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { createBatchRows } from '#storage/db/batches.ts'
import { isTransient } from '#storage/db/busy-retry.ts'
import type { RowDatabase } from '#storage/db/steps.ts'
import type { Files } from '#storage/files/files.ts'
import type { LiveProcess } from '#storage/live-process.ts'

export interface OpenBatchesOptions {
  /** Data folder: what is in work lies in its folder "batches". */
  readonly home: string
  /** Where what is in work lies; left out: in the data folder. */
  readonly blobs?: Blobs | undefined
  readonly files: Pick<Files, 'add' | 'list' | 'remove'>
  readonly process: LiveProcess
  readonly now: () => Date
  readonly pollMs?: number | undefined
  /** What differs from `BATCH_LIMITS`. */
  readonly limits?: Partial<BatchLimits> | undefined
  /**
   * Starts what runs the batches: on a node of a service, what brings them into a queue (batches/queue-runner.ts); in a worker, what
   * takes them out of it (batches/queue-worker.ts). Left out: this process speaks them itself.
   */
  readonly startRunner?: ((tools: FinishTools) => BatchRunner) | undefined
  readonly onBug: (error: unknown) => void
}

/** The batches of a program, and the runner in it. */
export interface OpenedBatches {
  readonly batches: Batches
  /** Lets go of what is in work. Call before the library is closed. */
  close(): Promise<void>
}

/** Lines of a batch leave half of the cores to those who wait for their sound. */
const CONCURRENCY = Math.max(1, Math.floor(availableParallelism() / 2))

/** Returns what opens the batches of a library, and goes on with those that are not done. */
export const openBatches =
  (database: RowDatabase, options: OpenBatchesOptions) =>
  (speech: BatchSpeech): OpenedBatches => {
    const { home, blobs = createFolderBlobs(join(home, 'batches')), now, pollMs } = options
    const { process, files } = options
    const rows = createBatchRows(database)
    let told = ''
    const onBug = (error: unknown): void => {
      // It is done a little later.
      if (isTransient(error)) return
      // What a library has, it has at every look.
      const words = error instanceof AppError ? error.message : ''
      if (words === '' || words !== told) options.onBug(error)
      told = words
    }
    const results = resultFilesOf(files)
    const tools: FinishTools = {
      ...{ rows, blobs, speech, files: results, now: () => now().getTime() },
      ...{ owner: process.mark, onBug },
    }
    const { isAlive } = process
    const embedded = { ...tools, isAlive, concurrency: CONCURRENCY, pollMs }
    const runner = options.startRunner?.(tools) ?? createEmbeddedRunner(embedded)
    const { limits } = options
    const batches = createBatches({ rows, blobs, files: results, now, process, runner, limits })
    const tidied = batches.tidy().catch(onBug)
    return {
      batches,
      async close() {
        await Promise.all([runner.close(), tidied])
      },
    }
  }
