import { readDatabase } from './db/database.ts'
import { createLibraryIdentity, type Identity } from './db/identity.ts'
import { libraryOf } from './home.ts'
import { batchesOf } from './library-ownership/lost-and-found.ts'
import { type Ownership, ownershipOf } from './library-ownership/ownership.ts'

/** Identity of the library in a data folder, and whether the files beside it are its own. */
export interface LibraryState extends Identity {
  readonly ownership: Ownership
  /** Folders in `lost+found`, the oldest first. */
  readonly lost: readonly string[]
}

/** Undefined where there is no library yet. Changes nothing. Throws AppError('storage/failed') and ('storage/busy'); file system errors. */
export function libraryState(home: string): LibraryState | undefined {
  const database = readDatabase(libraryOf(home))
  if (!database) return undefined
  try {
    const identity = createLibraryIdentity(database).read()
    return { ...identity, ownership: ownershipOf(home, identity), lost: batchesOf(home) }
  } finally {
    database.close()
  }
}
