import type { Database } from '#storage/db/database.ts'
import { lastFileSequence } from '#storage/db/files.ts'
import { createLibraryIdentity } from '#storage/db/identity.ts'
import { type LostAndFound, openLostAndFound } from './lost-and-found.ts'
import { ownershipOf } from './ownership.ts'

/**
 * Handling of files that no row of the library knows, although nobody deleted them: they are moved to `lost+found`, and
 * only where the folders belong to this very library.
 */
export interface Orphans {
  /** Opens `lost+found`; undefined where the library is another one or an older copy: then everything stays. Throws file system errors. */
  open(): LostAndFound | undefined
  /** The identity of the library. */
  readonly identity: () => string
  /** The highest sequence that a file of the library ever had. */
  readonly lastFileSequence: () => number
}

const WHY =
  'The library has no entry for this, and nobody deleted it. It will be deleted thirty days after it was moved here. "griot recover FOLDER" brings files back.'

/** Nobody can say whose a file without a row is, as among the nodes of a service: it stays. */
export const NO_ORPHANS: Orphans = {
  open: () => undefined,
  identity: () => '',
  lastFileSequence: () => 0,
}

/** The orphans of a data folder, by its library. */
export function createOrphans(home: string, database: Database, now: () => Date): Orphans {
  const library = createLibraryIdentity(database)
  return {
    open: () =>
      ownershipOf(home, library.read()).kind === 'own'
        ? openLostAndFound(home, WHY, now)
        : undefined,
    identity: () => library.read().identity,
    lastFileSequence: () => lastFileSequence(database),
  }
}
