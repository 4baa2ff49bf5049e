import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#storage/db/database.ts'
import { findFile } from '#storage/db/files.ts'
import { createLibraryIdentity, type LibraryIdentity } from '#storage/db/identity.ts'
import { findVoiceRecord } from '#storage/db/voices.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { readMarker, writeMarker } from './marker.ts'
import { highestSeen, KEPT_FOLDERS, type Ownership, ownershipOf } from './ownership.ts'

/** The names that files and voices have; whatever else lies there was put there by another program. */
const FILE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const VOICE = /^voice_/

/**
 * Marks the folders of a data folder as the library's at the start of a program: where they are its own, both go to the
 * next generation. A folder without a marker is its own where it knows everything in it. Returns the ownership. Throws
 * AppError('storage/failed') and ('storage/busy').
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
 * Makes the library the owner of the folders of `home`, whoever owned them before: it may then clear away what it does not
 * know. Throws file system errors, AppError('storage/failed') and ('storage/busy').
 */
export function claimFolders(home: string, database: Database): void {
  goOn(home, createLibraryIdentity(database))
}

/** The library first: interrupted in between, it is ahead of its folders, which is as good. */
function goOn(home: string, library: LibraryIdentity): void {
  library.advance(highestSeen(home, library.read()))
  library.locked((identity) => {
    for (const folder of KEPT_FOLDERS) writeMarker(join(home, folder), identity)
  })
}

/**
 * Whether the library knows everything that lies whole in one of its folders: so does the library of an older Griot,
 * which has marked none. Throws file system errors, AppError('storage/failed') and ('storage/busy').
 */
function knowsEveryFile(
  home: string,
  database: Database,
): (folder: (typeof KEPT_FOLDERS)[number]) => boolean {
  const names = (folder: string, ours: RegExp): readonly string[] =>
    entriesOf(join(home, folder))
      .map(({ name }) => name)
      .filter((name) => ours.test(name))
  return (folder) =>
    folder === 'voices'
      ? names(folder, VOICE).every(
          (id) => database.perform(() => findVoiceRecord(id)) !== undefined,
        )
      : names(folder, FILE).every((id) => database.perform(() => findFile(id)) !== undefined)
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
