import { type Database, openDatabase } from './db/database.ts'
import { type Reserve, withReserve } from './db/reserve.ts'
import { openDiskSpace } from './disk-space.ts'
import { libraryOf } from './home.ts'
import { lockShared } from './lock-home.ts'

/** The library of a data folder, and what its disk may be given back when it is full. */
export interface SharedLibrary {
  readonly database: Database
  readonly reserve: Reserve
  close(): void
}

/**
 * For a command that changes the library of a data folder beside a server that may be running: nothing is restored there
 * until `close`, and a restore that was cut short is finished first. Throws AppError('storage/failed') and ('storage/busy').
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
