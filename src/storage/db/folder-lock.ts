import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeFolder } from '#storage/make-folder.ts'

/** A hold on a data folder that ends with its process, however that ends: a lock of the system, kept by SQLite. */
export interface FolderLock {
  release(): void
}

/** How long the start of a program waits for one that exchanges the data folder, in milliseconds. */
const WAIT_MS = 2_000

/**
 * `shared`: for every program that serves a data folder, any number at once. `alone`: for one that exchanges what is in
 * it. Undefined where the other kind has hold of it. `path`: of a file that is made for this alone. Throws what the
 * disk and SQLite say.
 */
export function lockFolder(path: string, kind: 'shared' | 'alone'): FolderLock | undefined {
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
  const sqlite = new Sqlite(path, { timeout: kind === 'shared' ? WAIT_MS : 0 })
  try {
    sqlite.pragma('journal_mode = DELETE')
    sqlite.exec(kind === 'shared' ? 'BEGIN; SELECT count(*) FROM sqlite_schema' : 'BEGIN EXCLUSIVE')
    return { release: () => sqlite.close() }
  } catch (error) {
    sqlite.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      return undefined
    throw error
  }
}
