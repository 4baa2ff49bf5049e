import { join } from 'node:path'
import type { Database } from '#storage/db/database.ts'
import { createLibraryIdentity, type LibraryIdentity } from '#storage/db/identity.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { knowsEveryFile } from './known.ts'
import { readMarker, writeMarker } from './marker.ts'
import { highestSeen, KEPT_FOLDERS, type Ownership, ownershipOf } from './ownership.ts'

/**
 * Call at the start of a program that keeps a data folder: where the folders are those of the library, both go to the
 * next generation. A folder without a marker is the library's where it knows everything in it. Answers how they stand.
 * Throws AppError('storage/failed') and ('storage/busy').
 */
export function adoptFolders(home: string, database: Database): Ownership {
  try {
    const library = createLibraryIdentity(database)
    const knows = knowsEveryFile(home, database)
    library.locked((identity) => {
      for (const folder of KEPT_FOLDERS)
        if (!readMarker(join(home, folder)) && knows(folder))
          writeMarker(join(home, folder), identity)
    })
    const ownership = ownershipOf(home, library.read())
    if (ownership.kind !== 'own') return ownership
    goOn(home, library)
    return ownership
  } catch (error) {
    throw describeDiskError(error, `The data folder ${home} could not be marked`)
  }
}

/**
 * Makes the folders of `home` those of the library as it is now, whatever they were before: what it does not know in
 * them is from now on its own to clear away. Throws what the disk says, AppError('storage/failed') and ('storage/busy').
 */
export function claimFolders(home: string, database: Database): void {
  goOn(home, createLibraryIdentity(database))
}

/** The library first: cut short in between, it is ahead of its folders, which is as good. */
function goOn(home: string, library: LibraryIdentity): void {
  library.advance(highestSeen(home, library.read()))
  library.locked((identity) => {
    for (const folder of KEPT_FOLDERS) writeMarker(join(home, folder), identity)
  })
}
