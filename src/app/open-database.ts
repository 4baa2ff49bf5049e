import { type Database, openDatabase } from '#storage/db/database.ts'
import { withReserve } from '#storage/db/reserve.ts'
import type { RowDatabase } from '#storage/db/steps.ts'
import type { DiskSpace } from '#storage/disk-space.ts'
import { libraryOf } from '#storage/home.ts'
import { adoptFolders } from '#storage/library-ownership/adopt-folders.ts'
import { createOrphans, NO_ORPHANS, type Orphans } from '#storage/library-ownership/orphans.ts'
import { createLiveProcess, type LiveProcess } from '#storage/live-process.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { folderOfService, type LibraryPlace, openService, type Service } from './open-service.ts'

/** The rows of a program: those that it shares with other nodes where it is one, and those of its data folder. */
export interface OpenRows {
  readonly database: RowDatabase
  /** The library of the data folder, which always has the projects of the studio. */
  readonly local: Database
  /** Folder of the bytes that belong to rows of `database`. */
  readonly folder: string
  /** By which rows say whose work they are. */
  readonly process: LiveProcess
  readonly now: () => Date
  readonly orphans: Orphans
  /** Left out: requests are counted by each program alone. */
  readonly countRequest: Service['countRequest'] | undefined
  /** Why nothing can be saved now, in words; undefined where all is well. */
  problem(): string | undefined
  /** Throws AppError('storage/moved') or ('storage/busy') where `problem` has words. */
  check(): void
  close(): Promise<void>
}

interface RowOptions extends LibraryPlace {
  readonly onBug: (error: unknown) => void
  readonly onNotice?: ((words: string) => void) | undefined
}

/** Opens the library of a data folder that is locked already, and the database of a service where one is named. Throws AppError. */
export async function openRows(options: RowOptions, diskSpace: DiskSpace): Promise<OpenRows> {
  const { home, database: address, onBug, onNotice } = options
  // A wrong address is told before anything is made.
  const service = address === undefined ? undefined : await openService(address, onBug)
  try {
    // Opening needs some space for the write-ahead log; on a full disk it comes from the reserve, so that all can be read.
    const local = withReserve(() => openDatabase(libraryOf(home)), diskSpace)
    const ownership = withReserve(() => adoptFolders(home, local), diskSpace)
    if (ownership.kind !== 'own') onNotice?.(ownership.message)
    if (!service) return rowsOfFolder(home, local)
    onNotice?.(
      `This node shares the database ${service.database.place} with others. Projects and exports of its studio stay in its own data folder.`,
    )
    return rowsOfService(home, local, service)
  } catch (error) {
    await service?.close()
    throw error
  }
}

function rowsOfFolder(home: string, local: Database): OpenRows {
  const now = (): Date => new Date()
  return {
    ...{ database: local, local, folder: home, now, countRequest: undefined },
    process: createLiveProcess(process.pid),
    orphans: createOrphans(home, local, now),
    problem: local.problem,
    check: local.check,
    async close() {
      local.close()
    },
  }
}

function rowsOfService(home: string, local: Database, service: Service): OpenRows {
  const { database, node, countRequest } = service
  const folder = folderOfService(home)
  makeFolder(folder)
  return {
    ...{ database, local, folder, process: node, now: node.now, countRequest },
    orphans: NO_ORPHANS,
    problem: () => node.problem() ?? local.problem(),
    check() {
      node.check()
      local.check()
    },
    async close() {
      await service.close()
      local.close()
    },
  }
}
