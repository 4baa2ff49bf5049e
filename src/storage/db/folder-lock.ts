import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { makeFolder } from '#storage/make-folder.ts'

/** Lock on a data folder that ends with its process, however that ends: an operating system lock, taken by SQLite. */
export interface FolderLock {
  release(): void
}

/** Maximum wait for a shared lock, in milliseconds. */
const WAIT_MS = 2_000

/**
 * Takes a shared lock, of which there may be any number, or an exclusive one (`alone`). Undefined where the other kind is
 * held. `path`: a file that is made for this alone. Throws file system errors and SQLite errors.
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
