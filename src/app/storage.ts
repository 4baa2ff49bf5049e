import { join } from 'node:path'
import { workFolderOf } from '#provenance/open-provenance.ts'
import { removeStaleWork } from '#provenance/stale-work.ts'
import { createMutex } from '#shared/mutex.ts'
import { sweepClips } from '#storage/clips/sweep.ts'
import { isTransient } from '#storage/db/busy-retry.ts'
import type { Database } from '#storage/db/database.ts'
import { createFileRows } from '#storage/db/files.ts'
import { createIdempotencyRows } from '#storage/db/idempotency.ts'
import { NO_RESERVE, type Reserve, withReserve } from '#storage/db/reserve.ts'
import { secretOf } from '#storage/db/secrets.ts'
import { createFiles, type Files } from '#storage/files/files.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { createSigner } from '#storage/files/links.ts'
import { sweepFiles } from '#storage/files/sweep.ts'
import { createIdempotencyStore, type IdempotencyStore } from '#storage/idempotency.ts'
import { sweepLostAndFound } from '#storage/keeping/lost-and-found.ts'
import { createOrphans } from '#storage/keeping/orphans.ts'
import { createLiveProcess } from '#storage/live-process.ts'

/** What a data folder keeps as plain files beside its library. */
export interface Storage {
  readonly files: Files
  readonly idempotency: IdempotencyStore
  /**
   * Clears up after processes that were killed, and forgets what is too old. Call at the start of a program; later it
   * happens by itself. What cannot be done for now (the library is locked, the disk is full) waits for the next time.
   * Throws AppError('storage/failed').
   */
  sweep(): Promise<void>
  /** Ends what is in work and waits until nothing is left of it. Call before the library is closed. */
  close(): Promise<void>
}

export interface StorageOptions {
  readonly home: string
  readonly now: () => Date
  readonly randomBytes: (size: number) => Uint8Array
  /** How much the files of an account may hold, in bytes. */
  readonly quotaOf: (account: string) => number
  /** How many files an account may have. */
  readonly maxFiles?: number | undefined
  /** What a full disk is given back so that files can be deleted. */
  readonly reserve?: Reserve | undefined
  readonly onBug: (error: unknown) => void
  readonly sweepEveryMs?: number
}

const HOUR_MS = 60 * 60_000
/** Ten for each of a thousand days. */
const MAX_FILES = 10_000

/** The folders `files` and `idempotency` of a data folder, with their rows in its library. */
export function createStorage(database: Database, options: StorageOptions): Storage {
  const { home, now, randomBytes, quotaOf, onBug, sweepEveryMs = HOUR_MS } = options
  const { maxFiles = MAX_FILES, reserve = NO_RESERVE } = options
  // Answers that are remembered and folders that are clear are good to have: what the library does
  // not take at present is let be.
  const unlessTransient = (error: unknown): void => {
    if (!isTransient(error)) onBug(error)
  }
  const live = createLiveProcess(process.pid)
  const rows = createFileRows(database, reserve)
  const folder = join(home, 'files')
  const orphans = createOrphans(home, database, now)
  const secret = withReserve(() => secretOf(database, 'links', randomBytes), reserve)
  const signer = createSigner(secret, now)
  const files = createFiles({ rows, folder, signer, quotaOf, maxFiles, process: live, now })
  const idempotency = createIdempotencyStore({
    ...{ rows: createIdempotencyRows(database), folder: join(home, 'answers'), process: live, now },
    onNotKept: unlessTransient,
  })
  const sweeps: readonly (() => unknown)[] = [
    () => sweepFiles(rows, folder, live, now, orphans),
    () => idempotency.sweep(),
    () => sweepClips(join(home, 'clips'), now()),
    () => removeStaleWork(workFolderOf(home), now()),
    // Its time does not run while the library is not the one that could miss something.
    () => orphans.open() && sweepLostAndFound(home, now()),
  ]
  const sweep = async (): Promise<void> => {
    for (const step of sweeps)
      try {
        await step()
      } catch (error) {
        const told = describeDiskError(error, `The data folder ${home} could not be cleared up`)
        // What comes after it may make room.
        if (!isTransient(told)) throw told
      }
  }
  let sweeping = Promise.resolve()
  const oneSweep = createMutex()
  const sweeper = setInterval(() => {
    sweeping = oneSweep.runExclusive(sweep).catch(onBug)
  }, sweepEveryMs).unref()
  return {
    files,
    idempotency: idempotency,
    sweep,
    async close() {
      clearInterval(sweeper)
      await Promise.all([files.close(), idempotency.close(), sweeping])
    },
  }
}
