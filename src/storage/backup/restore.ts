import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkLibraryOfBackup } from '#storage/db/contents.ts'
import { openDatabase, readDatabase } from '#storage/db/database.ts'
import { createLibraryIdentity, type Identity } from '#storage/db/identity.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { libraryOf } from '#storage/home.ts'
import { restartLostAndFound } from '#storage/library-ownership/lost-and-found.ts'
import { writeMarker } from '#storage/library-ownership/marker.ts'
import {
  highestSeen,
  KEPT_FOLDERS,
  type Ownership,
  ownershipOf,
} from '#storage/library-ownership/ownership.ts'
import { lockExclusive } from '#storage/lock-home.ts'
import { LIBRARY_NAME, type Manifest } from './manifest.ts'
import { readBackup } from './read-backup.ts'
import { finishSwap, STAGING, swap } from './swap.ts'

export interface RestoreOptions {
  readonly home: string
  readonly path: string
  /** Passphrase of an encrypted backup. */
  readonly passphrase: string | undefined
  readonly now: () => Date
}

/** Result of a restore, and where the former state lies now. */
export interface Restored {
  readonly manifest: Manifest
  /** Undefined where there was none. */
  readonly aside: string | undefined
}

/**
 * Puts a backup in the place of what a data folder holds, which is set aside and not deleted. All of the backup is read
 * and checked before anything is touched. Throws AppError('storage/failed') and ('storage/busy'), and why
 * `signal` was aborted.
 */
export async function restoreBackup(
  options: RestoreOptions,
  signal: AbortSignal,
): Promise<Restored> {
  const { home, path, passphrase, now } = options
  return exchanging(home, async (staging) => {
    const options = { passphrase, into: staging, keep: 'everything' } as const
    const manifest = await readBackup(path, options, signal)
    const seen = seenIn(home, manifest)
    const identity = prepare(join(staging, LIBRARY_NAME), seen)
    for (const folder of KEPT_FOLDERS) writeMarker(join(staging, folder), identity)
    restartLostAndFound(staging, now())
    signal.throwIfAborted()
    return { manifest, aside: swap(home, staging, 'everything', now()) }
  })
}

/** Restores a library alone, such as a rescued one; files and recordings stay. Returns its ownership of them. */
export async function restoreLibrary(
  { home, path, now }: Omit<RestoreOptions, 'passphrase'>,
  signal: AbortSignal,
): Promise<{ readonly ownership: Ownership; readonly aside: string | undefined }> {
  return exchanging(home, async (staging) => {
    const copy = join(staging, LIBRARY_NAME)
    copyFileSync(path, copy)
    // A program that was killed leaves its last writes in the log alone. SQLite enters them into the copy.
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
    const identity = prepare(copy, undefined)
    signal.throwIfAborted()
    const aside = swap(home, staging, 'library', now())
    return { ownership: ownershipOf(home, identity), aside }
  })
}

/** Reads and checks a backup, and touches nothing. Throws as `restoreBackup` does. */
export async function checkBackup(
  path: string,
  passphrase: string | undefined,
  signal: AbortSignal,
): Promise<Manifest> {
  const into = mkdtempSync(join(tmpdir(), 'griot-check-'))
  try {
    const manifest = await readBackup(path, { passphrase, into, keep: 'library' }, signal)
    prepare(join(into, LIBRARY_NAME), undefined)
    return manifest
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

async function exchanging<T>(home: string, work: (staging: string) => Promise<T>): Promise<T> {
  const staging = join(home, `${STAGING}${randomBytes(6).toString('hex')}`)
  const hold = lockExclusive(home)
  try {
    finishSwap(home)
    mkdirSync(staging, { mode: 0o700 })
    return await work(staging)
  } catch (error) {
    throw describeDiskError(error, 'The backup could not be restored')
  } finally {
    // An exchange that has begun is gone on with at the next start; what never got ready goes.
    if (!existsSync(join(staging, 'ready.json'))) rmSync(staging, { recursive: true, force: true })
    hold.release()
  }
}

/** Checks a library that came from elsewhere, and makes it newer than all that was `seen` of it. */
function prepare(path: string, seen: number | undefined): Identity {
  const database = openDatabase(path)
  try {
    checkLibraryOfBackup(database)
    const identity = createLibraryIdentity(database)
    return seen === undefined ? identity.read() : identity.advance(seen)
  } finally {
    database.close()
  }
}

/** The highest generation of the backup's library that this data folder knows of. */
function seenIn(home: string, { identity, generation }: Manifest): number {
  const seen = Math.max(generation, highestSeen(home, { identity, generation }))
  try {
    const database = readDatabase(libraryOf(home))
    if (!database) return seen
    const own = createLibraryIdentity(database).read()
    database.close()
    return own.identity === identity ? Math.max(seen, own.generation) : seen
  } catch {
    // A damaged library is the reason why backups are restored.
    return seen
  }
}
