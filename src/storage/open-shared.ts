import { type Database, openDatabase } from './db/database.ts'
import { type Reserve, withReserve } from './db/reserve.ts'
import { openDiskSpace } from './disk-space.ts'
import { libraryOf } from './home.ts'
import { lockShared } from './lock-home.ts'

/** The library of a data folder, under a shared lock, and the reserve for a full disk. */
export interface SharedLibrary {
  readonly database: Database
  readonly reserve: Reserve
  close(): void
}

/**
 * Opens the library of a data folder for a command, beside a server that may be running. Until `close` nothing can be
 * restored there; an interrupted restore is finished first. Throws AppError('storage/failed') and ('storage/busy').
 */
export function openShared(home: string): SharedLibrary {
  const lock = lockShared(home)
  try {
    const diskSpace = openDiskSpace({ folder: home })
    const database = withReserve(() => openDatabase(libraryOf(home)), diskSpace)
    return {
      ...{ database, reserve: diskSpace },
      close() {
        database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
