import { type Database, openDatabase } from './db/database.ts'
import { type Reserve, withReserve } from './db/reserve.ts'
import { holdShared } from './hold-home.ts'
import { libraryOf } from './home.ts'
import { openRoom } from './room.ts'

/** The library of a data folder, and what its disk may be given back when it is full. */
export interface HeldLibrary {
  readonly database: Database
  readonly reserve: Reserve
  close(): void
}

/**
 * For a command that changes the library of a data folder beside a server that may be running: nothing is restored there
 * until `close`, and a restore that was cut short is finished first. Throws AppError('storage/failed') and ('storage/busy').
 */
export function openHeld(home: string): HeldLibrary {
  const hold = holdShared(home)
  try {
    const room = openRoom({ folder: home })
    const database = withReserve(() => openDatabase(libraryOf(home)), room)
    return {
      ...{ database, reserve: room },
      close() {
        database.close()
        hold.release()
      },
    }
  } catch (error) {
    hold.release()
    throw error
  }
}
