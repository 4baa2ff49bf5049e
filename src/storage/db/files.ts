import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { RetryWhileBusy } from './busy-retry.ts'
import type { Database } from './database.ts'
import { createDeletions, type Deletions, forgetDeletion } from './deletions.ts'
import { readIdentity } from './identity.ts'
import { NO_RESERVE, type Reserve, withReserve } from './reserve.ts'
import {
  type Awaitable,
  all,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from './steps.ts'

export const FILE_STATUSES = ['uploading', 'ready'] as const
export type FileStatus = (typeof FILE_STATUSES)[number]

/** Metadata of a file that is being uploaded. */
export interface NewFile {
  readonly id: string
  readonly account: string
  /** File name on the caller's computer; undefined where it has none. */
  readonly originalName: string | undefined
  /** Name of the token it came with. */
  readonly uploadedBy: string | undefined
  /** RFC 3339, UTC. */
  readonly createdAt: string
}

/** Metadata of the bytes, once they are complete. */
export interface FileContent {
  readonly sizeBytes: number
  readonly sha256: Uint8Array
  readonly mediaType: string
}

export interface StoredFile extends NewFile {
  /** Grows with every file; newer files have higher ones. */
  readonly sequence: number
  /** Undefined while it is uploading. */
  readonly content: FileContent | undefined
}

export interface FileRows {
  /** Returns its sequence. */
  add(file: NewFile, process: string): Awaitable<number>
  /** Throws AppError('file/quota') through `check`, which is told what the account's other files are. */
  finish(
    file: NewFile,
    content: FileContent,
    check: (used: StorageUsage) => void,
  ): Awaitable<StoredFile>
  /** Whether there was one. */
  remove(id: string): Awaitable<boolean>
  /** Removes an upload that has ended with its process: nobody has deleted its file. One that is ready stays. */
  abandon(id: string): Awaitable<void>
  /** Enters a file that lies on the disk, whole, as the newest. False where it is there already. */
  enter(file: NewFile & { readonly content: FileContent }): Awaitable<boolean>
  /** Identity of the library. */
  identity(): Awaitable<string>
  readonly deletions: Deletions
  find(id: string): Awaitable<StoredFile | undefined>
  /** Newest first, only those older than `before`. */
  list(
    account: string,
    page: { readonly before: number; readonly limit: number; readonly status?: FileStatus },
  ): Awaitable<readonly StoredFile[]>
  /** Total of the files that are ready. */
  usage(account: string): Awaitable<StorageUsage>
  unfinished(): Awaitable<readonly Unfinished[]>
  readonly retryWhileBusy: RetryWhileBusy
}

const Row = z.object({
  sequence: z.number(),
  id: z.string(),
  account: z.string(),
  original_name: z.string().nullable(),
  uploaded_by: z.string().nullable(),
  created_at: z.string(),
  media_type: z.string().nullable(),
  size_bytes: z.number().nullable(),
  sha256: z.instanceof(Uint8Array).nullable(),
})
const Unfinished = z
  .object({ id: z.string(), account: z.string(), process: z.string(), created_at: z.string() })
  .transform(({ created_at: createdAt, ...row }) => ({ ...row, createdAt }))
/** A file that arrives, and the process that takes it in. */
export type Unfinished = z.infer<typeof Unfinished>
const Sequences = z.tuple([z.object({ sequence: z.number() })])
const StorageUsage = z.object({ bytes: z.number(), count: z.number() })
const Usages = z.tuple([StorageUsage])
/** Total size in bytes and number of finished files. */
export type StorageUsage = Readonly<z.infer<typeof StorageUsage>>

/**
 * The rows of files in the library; their bytes are the business of core/files. `reserve`: what a full disk is given back
 * so that files can be deleted. Throws AppError('storage/failed') and ('storage/busy').
 */
export function createFileRows(database: RowDatabase, reserve: Reserve = NO_RESERVE): FileRows {
  const { perform } = database
  return {
    find: (id) => perform(() => findFile(id)),
    usage: (account) => perform(() => usageOf(account)),
    deletions: createDeletions(database, 'file', reserve),
    retryWhileBusy: database.retryWhileBusy,
    identity: () =>
      perform(function* () {
        return (yield* readIdentity()).identity
      }),
    add: (file, process) => perform(() => transaction(() => insert(file, process))),
    enter: ({ content, ...file }) =>
      perform(() =>
        transaction(function* () {
          if (yield* findFile(file.id)) return false
          yield* insert(file, '')
          yield* complete(file.id, content)
          return true
        }),
      ),
    finish: ({ id, account }, content, check) =>
      perform(() =>
        transaction(function* () {
          check(yield* usageOf(account))
          const finished = yield* complete(id, content)
          if (finished) return finished
          throw new AppError(
            'storage/failed',
            'The upload stopped for too long and was removed. Send the file again.',
          )
        }),
      ),
    remove: (id) =>
      withReserve(
        () =>
          perform(function* () {
            return (yield* run('DELETE FROM files WHERE id = ?', id)) > 0
          }),
        reserve,
      ),
    abandon: (id) => withReserve(() => perform(() => transaction(() => abandon(id))), reserve),
    list: (account, { before, limit, status }) =>
      perform(() => {
        const which = status === undefined ? '' : 'AND status = ?'
        const values = status === undefined ? [] : [status]
        const where = `account = ? AND sequence < ? ${which} ORDER BY sequence DESC LIMIT ?`
        return select(where, account, before, ...values, limit)
      }),
    unfinished: () =>
      perform(function* () {
        const sql = `SELECT id, account, process, created_at FROM files WHERE status = 'uploading'`
        return z.array(Unfinished).parse(yield* all(sql))
      }),
  }
}

/** Reads the row of a file; undefined where there is none. */
export function* findFile(id: string): Steps<StoredFile | undefined> {
  return (yield* select('id = ?', id))[0]
}

/**
 * Reads the highest sequence that a file of a library ever had, also one that was deleted; 0 where there was none. Of a
 * library beside its folders alone: SQLite writes it down, and no other database has to know.
 */
export function lastFileSequence(database: Database): number {
  const sql = `SELECT coalesce(max(seq), 0) AS sequence FROM sqlite_sequence WHERE name = 'files'`
  return Sequences.parse(database.all(sql))[0].sequence
}

function* select(where: string, ...values: readonly Value[]): Steps<StoredFile[]> {
  return filesOf(yield* all(`SELECT * FROM files WHERE ${where}`, ...values))
}

function* insert(file: NewFile, process: string): Steps<number> {
  const { id, account, originalName, uploadedBy, createdAt } = file
  const rows = yield* all(
    `INSERT INTO files (id, account, status, original_name, uploaded_by, created_at, process)
     VALUES (?, ?, 'uploading', ?, ?, ?, ?) RETURNING sequence`,
    ...[id, account, originalName ?? null, uploadedBy ?? null, createdAt, process],
  )
  return Sequences.parse(rows)[0].sequence
}

/** Makes an upload a file that is ready; undefined where there is no such upload. */
function* complete(
  id: string,
  { sizeBytes, sha256, mediaType }: FileContent,
): Steps<StoredFile | undefined> {
  const rows = yield* all(
    `UPDATE files SET status = 'ready', size_bytes = ?, sha256 = ?, media_type = ?
     WHERE id = ? AND status = 'uploading' RETURNING *`,
    ...[sizeBytes, sha256, mediaType, id],
  )
  return filesOf(rows)[0]
}

function* usageOf(account: string): Steps<StorageUsage> {
  // A server sums whole numbers up to one of another type.
  const rows = yield* all(
    `SELECT CAST(coalesce(sum(size_bytes), 0) AS BIGINT) AS bytes, count(size_bytes) AS count
     FROM files WHERE account = ?`,
    account,
  )
  return Usages.parse(rows)[0]
}

function* abandon(id: string): Steps<void> {
  const changed = yield* run(`DELETE FROM files WHERE id = ? AND status = 'uploading'`, id)
  if (changed > 0) yield* forgetDeletion('file', id)
}

const filesOf = (rows: readonly unknown[]): StoredFile[] => z.array(Row).parse(rows).map(fileOf)

function fileOf(row: z.infer<typeof Row>): StoredFile {
  const { size_bytes: sizeBytes, media_type: mediaType, sha256 } = row
  const isWhole = sizeBytes !== null && mediaType !== null && sha256 !== null
  return {
    sequence: row.sequence,
    id: row.id,
    account: row.account,
    originalName: row.original_name ?? undefined,
    uploadedBy: row.uploaded_by ?? undefined,
    createdAt: row.created_at,
    content: isWhole ? { sizeBytes, mediaType, sha256 } : undefined,
  }
}
