import { chmodSync, closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import { makeFolder } from '#storage/make-folder.ts'
import { createBusyRetry, isBusy, type RetryWhileBusy } from './busy-retry.ts'
import { describeSqliteError } from './describe-error.ts'
import { keysAndScript } from './migrations/0001-keys-and-script.ts'
import { pronunciations } from './migrations/0002-pronunciations.ts'
import { access } from './migrations/0003-access.ts'
import { files } from './migrations/0004-files.ts'
import { voices } from './migrations/0005-voices.ts'
import { provenance } from './migrations/0006-provenance.ts'
import { acceptedForms } from './migrations/0007-accepted-forms.ts'
import { favourites } from './migrations/0008-favourites.ts'
import { browsers } from './migrations/0009-browsers.ts'
import { scriptChanges } from './migrations/0010-script-changes.ts'
import { identity } from './migrations/0011-identity.ts'
import { firstKey } from './migrations/0013-first-key.ts'
import { signedInBrowsers } from './migrations/0014-signed-in-browsers.ts'
import { voiceEngines } from './migrations/0015-voice-engines.ts'
import { translationMemory } from './migrations/0016-translation-memory.ts'
import { projects } from './migrations/0017-projects.ts'
import { history } from './migrations/0018-history.ts'
import { voiceMisfits } from './migrations/0019-voice-misfits.ts'
import { batches } from './migrations/0020-batches.ts'
import { consentRecordings } from './migrations/0021-consent-recordings.ts'
import { batchLosses } from './migrations/0022-batch-losses.ts'
import { revokedJwts } from './migrations/0023-revoked-jwts.ts'
import { sessionKeys } from './migrations/0024-session-keys.ts'
import type { RowDatabase, Step, Steps, Value } from './steps.ts'
import { type DatabaseFileWatch, watchDatabaseFiles } from './watch-files.ts'

export type { Value } from './steps.ts'

/** A step from one schema version to the next. Applied once, in order; never changed after a release. */
export interface Migration {
  readonly name: string
  readonly sql: string
}

/**
 * The one SQLite file of a data folder. Every failure of the file is an `AppError` that names it: ('storage/busy') where
 * another program keeps it locked, ('storage/moved') where its file was moved, deleted or replaced meanwhile, else
 * ('storage/failed').
 */
export interface Database extends RowDatabase {
  readonly dialect: 'sqlite'
  /** As `RowDatabase.perform`, at once. */
  perform<T>(work: () => Steps<T>): T
  /** Rows of a query, as SQLite returns them: parse them before use. */
  all(sql: string, ...values: Value[]): unknown[]
  /** Runs one statement; returns the number of rows that it changed. */
  run(sql: string, ...values: Value[]): number
  /** Runs `work` in an immediate transaction: all or nothing, and no other process writes meanwhile. */
  transaction<T>(work: () => T): T
  /**
   * Shortens the lock timeout from now on, for a process that must not block: writes then wait in `retryWhileBusy`.
   */
  limitLockWait(): void
  /** See busy-retry.ts. */
  readonly retryWhileBusy: RetryWhileBusy
  /** Throws AppError('storage/moved') where nothing can be saved; see watch-files.ts. */
  check(): void
  /** Why nothing can be saved, in words; undefined where all is well. See watch-files.ts. */
  problem(): string | undefined
  /** Writes a consistent copy, readable by its owner alone, to `path`, where no file or an empty one is. */
  copyTo(path: string): void
  /** Gives waiting writes a last try; afterwards `retryWhileBusy` fails at once. Call before writers are closed. */
  endRetries(): void
  close(): void
}

/** Whether rows lie in a file of SQLite beside the folders of a data folder, and not on a server. */
export function isSqlite(database: RowDatabase): database is Database {
  return database.dialect === 'sqlite'
}

/** Migrations of the library, in order. */
export const MIGRATIONS: readonly Migration[] = [
  keysAndScript,
  pronunciations,
  access,
  files,
  voices,
  provenance,
  acceptedForms,
  favourites,
  browsers,
  scriptChanges,
  identity,
  firstKey,
  signedInBrowsers,
  voiceEngines,
  translationMemory,
  projects,
  history,
  voiceMisfits,
  batches,
  consentRecordings,
  batchLosses,
  revokedJwts,
  sessionKeys,
]
/** Lock timeout of SQLite, in milliseconds. The whole thread waits. */
const BUSY_TIMEOUT_MS = 5_000
/** Lock timeout of a process with other work to do: as long as a write of a few rows takes. */
const SHORT_TIMEOUT_MS = 50

/**
 * Opens the database file at `path`, creates it (with its folders, readable by its owner alone) where it is missing, and
 * migrates it. Throws `AppError('storage/failed')` and ('storage/busy').
 */
export function openDatabase(path: string, migrations = MIGRATIONS): Database {
  let sqlite: Sqlite.Database | undefined
  try {
    makePrivateFile(path)
    sqlite = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS })
    configure(sqlite)
    migrate(sqlite, path, migrations)
    return wrap(sqlite, path, watchDatabaseFiles(path, copyingTo(sqlite)))
  } catch (error) {
    sqlite?.close()
    throw describeSqliteError(error, path)
  }
}

/**
 * Opens the database file at `path` for reading alone and leaves it as it is; undefined where there is none. One that an
 * older Griot has left is read as it will be once it is brought up to date. Throws `AppError('storage/failed')`
 * and ('storage/busy') where it cannot be read.
 */
export function readDatabase(path: string, migrations = MIGRATIONS): Database | undefined {
  if (!existsSync(path)) return undefined
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    if (versionOf(sqlite, path, migrations) === migrations.length) return wrap(sqlite, path)
    const updated = copyInMemory(sqlite)
    sqlite.close()
    sqlite = updated
    migrate(updated, path, migrations)
    updated.pragma('query_only = ON')
    return wrap(updated, path)
  } catch (error) {
    sqlite?.close()
    throw describeSqliteError(error, path)
  }
}

/** The largest library that is read into memory as a whole, in bytes. */
const MAX_IN_MEMORY = 1_000_000_000

/**
 * Opens the database file at `path` to look at it, after every page and index was checked; undefined where there is
 * none. Beside a program that uses it too, and without a trace in its folder, which need not be writable. Throws
 * AppError('storage/failed') in words for one that is damaged, or that a newer Griot wrote.
 */
export function examineDatabase(path: string, migrations = MIGRATIONS): Database | undefined {
  if (!existsSync(path)) return undefined
  let sqlite: Sqlite.Database | undefined
  try {
    sqlite = openAside(path)
    versionOf(sqlite, path, migrations)
    const verdict = sqlite.pragma('integrity_check(1)', { simple: true })
    if (verdict !== 'ok') throw new Sqlite.SqliteError(String(verdict), 'SQLITE_CORRUPT')
    return wrap(sqlite, path)
  } catch (error) {
    sqlite?.close()
    throw describeSqliteError(error, path)
  }
}

/** SQLite would make the files of its write-ahead log, even to read: where there is none, a copy in memory is read. */
function openAside(path: string): Sqlite.Database {
  const isWhole = sizeOf(`${path}-wal`) === 0 && sizeOf(path) <= MAX_IN_MEMORY
  if (isWhole) return inMemory(readFileSync(path))
  return new Sqlite(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function copyInMemory(sqlite: Sqlite.Database): Sqlite.Database {
  return inMemory(sqlite.serialize())
}

function inMemory(bytes: Buffer): Sqlite.Database {
  if (bytes.length === 0) return new Sqlite(':memory:')
  // Bytes 18 and 19 ask for a write-ahead log, which memory has not (https://sqlite.org/fileformat2.html#file_format_version_numbers).
  if (bytes.length >= 20) bytes.fill(1, 18, 20)
  return new Sqlite(bytes)
}

/** The file is made before SQLite opens it, because SQLite gives -wal and -shm the mode of the main file. */
function makePrivateFile(path: string): void {
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

function configure(sqlite: Sqlite.Database): void {
  sqlite.pragma('journal_mode = WAL')
  // FULL: what was saved is still there after a power cut. NORMAL may lose the last writes in WAL mode.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  const verdict = sqlite.pragma('quick_check(1)', { simple: true })
  if (verdict !== 'ok') throw new Sqlite.SqliteError(String(verdict), 'SQLITE_CORRUPT')
}

function migrate(sqlite: Sqlite.Database, path: string, migrations: readonly Migration[]): void {
  // Immediate: when two processes start at once, the second waits and then finds the work done.
  sqlite
    .transaction(() => {
      const version = versionOf(sqlite, path, migrations)
      // A disk without any room left still lets a library that is up to date be opened.
      if (version === migrations.length) return
      for (const migration of migrations.slice(version)) sqlite.exec(migration.sql)
      sqlite.pragma(`user_version = ${migrations.length}`)
    })
    .immediate()
}

/** Schema version of the file. Throws AppError where a newer Griot wrote it. */
function versionOf(
  sqlite: Sqlite.Database,
  path: string,
  migrations: readonly Migration[],
): number {
  const version = Number(sqlite.pragma('user_version', { simple: true }))
  if (version <= migrations.length) return version
  throw new AppError(
    'storage/failed',
    `The library ${path} was written by a newer version of Griot (version ${version}; this Griot supports versions up to ${migrations.length}). Update Griot, or use another data folder (GRIOT_HOME).`,
  )
}

function copyingTo(sqlite: Sqlite.Database): (path: string) => void {
  return (path) => {
    sqlite.prepare('VACUUM INTO ?').run(path)
  }
}

/** `place`: left out for a library that is only read. */
function wrap(sqlite: Sqlite.Database, path: string, place?: DatabaseFileWatch): Database {
  const statements = new Map<string, Sqlite.Statement<Value[]>>()
  const prepare = (sql: string): Sqlite.Statement<Value[]> => {
    const known = statements.get(sql) ?? sqlite.prepare<Value[]>(sql)
    statements.set(sql, known)
    return known
  }
  const lock = openLockWait(sqlite)
  const busyRetry = createBusyRetry()
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      const failure = describeSqliteError(error, basename(path))
      if (isBusy(failure)) lock.met()
      // Callers of the API read this too: where this computer keeps its files is none of their business.
      throw failure
    }
  }
  const writing = <T>(work: () => T): T => {
    // Inside a transaction, its own end looks.
    const isWhole = !sqlite.inTransaction
    if (isWhole) place?.check()
    const result = guarded(work)
    // Once more: only what lies in the file at the path may be called saved.
    if (isWhole) place?.check()
    lock.gone()
    return result
  }
  const all: Database['all'] = (sql, ...values) => guarded(() => prepare(sql).all(...values))
  const run: Database['run'] = (sql, ...values) =>
    writing(() => prepare(sql).run(...values).changes)
  const transaction: Database['transaction'] = (work) =>
    writing(() => sqlite.transaction(work).immediate())
  const answer = (step: Step): unknown => {
    if (step.kind === 'transaction') return transaction(() => perform(step.work))
    return step.kind === 'all' ? all(step.sql, ...step.values) : run(step.sql, ...step.values)
  }
  const perform: Database['perform'] = (work) => {
    const steps = work()
    let turn = steps.next()
    while (!turn.done) {
      const { value: step } = turn
      turn = resume(steps, () => answer(step))
    }
    return turn.value
  }
  return {
    dialect: 'sqlite',
    ...{ perform, all, run, transaction },
    limitLockWait() {
      lock.limit()
      place?.watch()
    },
    check: () => place?.check(),
    problem: () => place?.problem(),
    copyTo: (to) => guarded(() => copyingTo(sqlite)(to)),
    retryWhileBusy: busyRetry.retryWhileBusy,
    endRetries: busyRetry.end,
    close() {
      busyRetry.end()
      place?.close()
      sqlite.close()
    },
  }
}

/** Gives waiting steps their answer, or the failure in its place, so that they may catch it. */
function resume<T>(steps: Steps<T>, answer: () => unknown): IteratorResult<Step, T> {
  let given: unknown
  try {
    given = answer()
  } catch (error) {
    return steps.throw(error)
  }
  return steps.next(given)
}

/** Adjusts SQLite's lock timeout: after a timeout, no further wait until the lock is gone. */
function openLockWait(sqlite: Sqlite.Database) {
  let waits: boolean | undefined
  const setTo = (isToWait: boolean): void => {
    if (waits === undefined || waits === isToWait) return
    waits = isToWait
    sqlite.pragma(`busy_timeout = ${isToWait ? SHORT_TIMEOUT_MS : 0}`)
  }
  return {
    limit() {
      waits = false
      setTo(true)
    },
    met: () => setTo(false),
    gone: () => setTo(true),
  }
}
