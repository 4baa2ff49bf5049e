import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { AppError } from '#shared/errors.ts'
import { checkLibraryOfBackup } from '#storage/db/contents.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createLibraryIdentity } from '#storage/db/identity.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import { libraryOf } from '#storage/home.ts'
import { claimFolders } from '#storage/library-ownership/adopt-folders.ts'
import { ownershipOf } from '#storage/library-ownership/ownership.ts'
import { isRunning } from '#storage/live-process.ts'
import { lockShared } from '#storage/lock-home.ts'
import { encrypted } from './cipher.ts'
import { LIBRARY_NAME, type Manifest } from './manifest.ts'
import { type OnProgress, packHome } from './pack.ts'
import { readBackup } from './read-backup.ts'

export interface BackupOptions {
  readonly home: string
  /** A file that is not there yet, or a folder in which one is made. */
  readonly target: string
  /** Left out: whoever has the file can read it. */
  readonly passphrase: string | undefined
  readonly version: string
  readonly now: () => Date
  readonly onProgress: OnProgress
  /** See cipher.ts. */
  readonly workFactor?: number
}

/** A backup that was written and read again. */
export interface Backup {
  readonly path: string
  readonly sizeBytes: number
  readonly manifest: Manifest
}

/**
 * Writes everything that people have put into a data folder into one file, also while it is served, reads it again from
 * the disk and only then gives it its name. The state is that of one moment. Throws AppError('storage/failed') and
 * ('storage/busy') in words, and why `signal` was aborted; nothing is left then.
 */
export async function writeBackup(options: BackupOptions, signal: AbortSignal): Promise<Backup> {
  const { home, now, passphrase } = options
  const path = pathFor(options.target, now(), passphrase !== undefined)
  const part = join(dirname(path), `.griot-${randomBytes(8).toString('hex')}.part`)
  const work = workFolder(home)
  const hold = lockShared(home)
  try {
    const { copy, everything } = snapshotOf(home, work)
    const packed = packHome(
      { ...options, copy, everything, snapshot: join(work, LIBRARY_NAME) },
      signal,
    )
    const bytes =
      passphrase === undefined
        ? packed.bytes
        : await encrypted(packed.bytes, passphrase, options.workFactor)
    await Promise.all([writeTo(part, bytes, signal), packed.done])
    const again = join(work, 'again')
    const manifest = await readBackup(part, { passphrase, into: again, keep: 'library' }, signal)
    checkCopy(join(again, LIBRARY_NAME))
    await giveName(part, path)
    return { path, sizeBytes: statSync(path).size, manifest }
  } catch (error) {
    signal.throwIfAborted()
    throw describeDiskError(error, `The backup ${path} could not be written`)
  } finally {
    await rm(part, { force: true })
    rmSync(work, { recursive: true, force: true })
    hold.release()
  }
}

function pathFor(target: string, now: Date, isEncrypted: boolean): string {
  const found = statSync(target, { throwIfNoEntry: false })
  if (!found) return resolve(target)
  if (!found.isDirectory())
    throw new AppError('storage/failed', `${target} already exists. Choose another name.`)
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  return join(resolve(target), `griot-${time}.tar${isEncrypted ? '.age' : ''}`)
}

/**
 * Temporary folder for the library's copy, in the data folder, whose permissions it needs. Removes those of dead
 * processes.
 */
function workFolder(home: string): string {
  if (!existsSync(libraryOf(home)))
    throw new AppError('storage/failed', `There is nothing to back up: ${home} has no library.`)
  try {
    const folder = join(home, 'backup-work')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(folder))
      if (!isRunning(Number.parseInt(name, 10)))
        rmSync(join(folder, name), { recursive: true, force: true })
    const work = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`)
    mkdirSync(work, { mode: 0o700 })
    return work
  } catch (error) {
    throw describeDiskError(error, `The data folder ${home} has no room for a copy of its library`)
  }
}

/** The library of one moment. From then on, the one that goes on is newer than its copy. */
function snapshotOf(home: string, work: string): { copy: Database; everything: boolean } {
  const database = openDatabase(libraryOf(home))
  try {
    database.copyTo(join(work, LIBRARY_NAME))
    const isOwn = ownershipOf(home, createLibraryIdentity(database).read()).kind === 'own'
    if (isOwn) claimFolders(home, database)
    return { copy: openDatabase(join(work, LIBRARY_NAME)), everything: !isOwn }
  } finally {
    database.close()
  }
}

function checkCopy(path: string): void {
  const database = openDatabase(path)
  try {
    checkLibraryOfBackup(database)
  } finally {
    database.close()
  }
}

async function writeTo(
  path: string,
  bytes: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of bytes) {
      signal.throwIfAborted()
      await file.writeFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Moves the finished backup to its path, never over an existing file where the file system can tell. */
async function giveName(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EEXIST' || existsSync(path))
      throw new AppError('storage/failed', `${basename(path)} already exists. Choose another name.`)
    // A disk without hard links, such as many USB sticks have.
    await rename(part, path)
  }
}
