import { join } from 'node:path'
import type { StoreAddress } from '#app/byte-stores.ts'
import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import { createFolderBlobs, createHomeBlobs } from '#storage/blobs/folder.ts'
import { openBlobs } from '#storage/blobs/open-blobs.ts'
import { openDatabase } from '#storage/db/database.ts'
import { libraryOf } from '#storage/home.ts'
import { claimFolders } from '#storage/library-ownership/adopt-folders.ts'
import { lockExclusive } from '#storage/lock-home.ts'
import { openPostgres, placeOf } from '#storage/postgres/database.ts'
import { countLiveNodes } from '#storage/postgres/node.ts'
import { type Library, type MigrationReport, migrateLibrary } from './migrate.ts'

export interface MoveOptions {
  /** Data folder at the one end. */
  readonly home: string
  /** Address of the database of the service at the other end. */
  readonly database: string
  /** Store of the bytes of the service. */
  readonly blobs: StoreAddress
  /** Which end is the source. */
  readonly direction: 'to-service' | 'to-folder'
  readonly onProgress: (done: number, total: number) => void
}

/**
 * Moves the library of a data folder to a service, or that of a service to a data folder. Throws AppError: ('storage/busy') where either end is in use, and what
 * `migrateLibrary` throws.
 */
export async function moveLibrary(
  { home, database: address, blobs: where, direction, onProgress }: MoveOptions,
  signal: AbortSignal,
): Promise<MigrationReport> {
  const lock = lockExclusive(home)
  try {
    const service = await openPostgres(address, { connections: 2 })
    try {
      await refuseLiveNodes(service, placeOf(address))
      const blobs = await openBlobs(where.address, where.env)
      try {
        await blobs.check()
        const other: Library = {
          ...{ place: placeOf(address), database: service, blobsOf: () => blobs },
        }
        return await move({ home, direction, onProgress }, other, signal)
      } finally {
        blobs.close()
      }
    } finally {
      await service.close()
    }
  } finally {
    lock.release()
  }
}

async function move(
  { home, direction, onProgress }: Pick<MoveOptions, 'home' | 'direction' | 'onProgress'>,
  service: Library,
  signal: AbortSignal,
): Promise<MigrationReport> {
  const database = openDatabase(libraryOf(home))
  try {
    const folder: Library = { place: home, database, blobsOf: blobsIn(home) }
    const tools = { now: () => new Date(), onProgress }
    if (direction === 'to-service') {
      const keyFolder = join(home, 'provenance')
      return await migrateLibrary({ ...tools, source: folder, target: service, keyFolder }, signal)
    }
    const report = await migrateLibrary({ ...tools, source: service, target: folder }, signal)
    // The folders belong to the library that has come.
    claimFolders(home, database)
    return report
  } finally {
    database.close()
  }
}

/** In a data folder, what batches have in work lies in a store of its own. */
function blobsIn(home: string): (prefix: string) => Blobs {
  const [plain, ofBatches] = [createHomeBlobs(home), createFolderBlobs(join(home, 'batches'))]
  return (prefix) => (prefix === 'batches/' ? ofBatches : plain)
}

async function refuseLiveNodes(
  service: Awaited<ReturnType<typeof openPostgres>>,
  place: string,
): Promise<void> {
  const alive = await countLiveNodes(service)
  if (alive > 0)
    throw new AppError(
      'storage/busy',
      `${alive} ${alive === 1 ? 'node of the service uses' : 'nodes of the service use'} ${place}. Stop all of them, wait half a minute, then try again.`,
    )
}
