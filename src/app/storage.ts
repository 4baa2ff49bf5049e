import { join } from 'node:path'
import { workFolderOf } from '#provenance/open-provenance.ts'
import { removeStaleWork } from '#provenance/stale-work.ts'
import { createMutex } from '#shared/mutex.ts'
import { purgeClips } from '#storage/clips/purge.ts'
import { isTransient } from '#storage/db/busy-retry.ts'
import { isSqlite } from '#storage/db/database.ts'
import { createFileRows } from '#storage/db/files.ts'
import { createIdempotencyRows } from '#storage/db/idempotency.ts'
import { NO_RESERVE, type Reserve } from '#storage/db/reserve.ts'
import type { Awaitable, RowDatabase } from '#storage/db/steps.ts'
import { createFiles, type Files } from '#storage/files/files.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { createSigner } from '#storage/files/links.ts'
import { purgeFiles } from '#storage/files/purge.ts'
import { createIdempotencyStore, type IdempotencyStore } from '#storage/idempotency.ts'
import { purgeLostAndFound } from '#storage/library-ownership/lost-and-found.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { createLiveProcess, type LiveProcess } from '#storage/live-process.ts'
import { type ByteStores, createHomeStores } from './byte-stores.ts'

/** Plain files beside the library of a data folder, or in a store of bytes. */
export interface Storage {
  readonly files: Files
  readonly idempotency: IdempotencyStore
  /**
   * Removes what killed processes left and what is too old. Call at the start of a program; later it runs every hour.
   * What cannot be done now (the library is locked, the disk is full) is left to the next time. Throws
   * AppError('storage/failed').
   */
  purge(): Promise<void>
  /** Ends what is in progress and waits until nothing is left of it. Call before the library is closed. */
  close(): Promise<void>
}

export interface StorageOptions {
  /** Folder of the bytes of stored files and answers. */
  readonly home: string
  /** The data folder, which has what is this program's alone; left out: the same. */
  readonly local?: string | undefined
  /** By which rows say whose work they are; left out: this process. */
  readonly process?: LiveProcess | undefined
  readonly now: () => Date
  /** Signs links to files: the secret "links" of the library. */
  readonly linkSecret: Uint8Array
  /** Quota of an account's files, in bytes. */
  readonly quotaOf: (account: string) => Awaitable<number>
  /** Maximum number of files of an account. */
  readonly maxFiles?: number | undefined
  /** Reserve for a full disk, so that files can still be deleted. */
  readonly reserve?: Reserve | undefined
  /** Where bytes lie; left out: in the data folder. */
  readonly stores?: ByteStores | undefined
  readonly onBug: (error: unknown) => void
  readonly purgeEveryMs?: number
}

const HOUR_MS = 60 * 60_000
/** A store elsewhere may not answer for minutes; who has heard all of an answer waits no longer than this. */
const MOST_WAIT_MS = 10_000
/** Ten for each of a thousand days. */
const MAX_FILES = 10_000

/** Files and answers in the folders `files` and `answers` of a data folder or of a store of bytes, with their rows in the library. */
export function createStorage(database: RowDatabase, options: StorageOptions): Storage {
  const { home, now, linkSecret, quotaOf, onBug, purgeEveryMs = HOUR_MS } = options
  const { maxFiles = MAX_FILES, reserve = NO_RESERVE } = options
  // Remembered answers and clean folders are only good to have: a transient failure is ignored.
  const unlessTransient = (error: unknown): void => {
    if (!isTransient(error)) onBug(error)
  }
  const { local = home, process: live = createLiveProcess(process.pid) } = options
  const rows = createFileRows(database, reserve)
  const { stores = createHomeStores(home) } = options
  const { blobs, copies } = stores
  // Only a library that lies beside its folders can say whose they are.
  const orphans = isSqlite(database) ? createOrphans(home, database, now) : undefined
  const beside = orphans && !stores.shared ? { home, orphans } : undefined
  const signer = createSigner(linkSecret, now)
  const files = createFiles({ rows, blobs, copies, signer, quotaOf, maxFiles, process: live, now })
  const idempotency = createIdempotencyStore({
    ...{ rows: createIdempotencyRows(database), blobs, process: live, now },
    onNotKept: unlessTransient,
    mostWaitMs: stores.shared && MOST_WAIT_MS,
  })
  const purges: readonly (() => unknown)[] = [
    () => purgeFiles({ rows, blobs, process: live, isArriving: files.isArriving, now, beside }),
    () => idempotency.purge(),
    () => purgeClips(join(local, 'clips'), now()),
    () => removeStaleWork(workFolderOf(local), now()),
    // Its time does not run while the library is not the one that could miss something.
    () => orphans?.open() && purgeLostAndFound(home, now()),
    () => stores.purge(now()),
  ]
  const purge = async (): Promise<void> => {
    for (const step of purges)
      try {
        await step()
      } catch (error) {
        const failure = describeDiskError(error, `The data folder ${home} could not be cleared up`)
        // A later step may make room.
        if (!isTransient(failure)) throw failure
      }
  }
  let purging = Promise.resolve()
  const onePurge = createMutex()
  const purger = setInterval(() => {
    purging = onePurge.runExclusive(purge).catch(onBug)
  }, purgeEveryMs).unref()
  return {
    files,
    idempotency: idempotency,
    purge,
    async close() {
      clearInterval(purger)
      await Promise.all([files.close(), idempotency.close(), purging])
    },
  }
}
