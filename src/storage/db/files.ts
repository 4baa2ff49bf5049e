import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { RetryWhileBusy } from './busy-retry.ts'
import type { Database, Value } from './database.ts'
import { createDeletions, type Deletions, forgetDeletion } from './deletions.ts'
import { createLibraryIdentity } from './identity.ts'
import { NO_RESERVE, type Reserve, withReserve } from './reserve.ts'

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
  add(file: NewFile, process: string): number
  /** Throws AppError('file/quota') through `check`, which is told what the account's other files are. */
  finish(file: NewFile, content: FileContent, check: (used: StorageUsage) => void): StoredFile
  /** Whether there was one. */
  remove(id: string): boolean
  /** Removes an upload that has ended with its process: nobody has deleted its file. */
  abandon(id: string): void
  /** Enters a file that lies on the disk, whole, as the newest. False where it is there already. */
  enter(file: NewFile & { readonly content: FileContent }): boolean
  /** Identity of the library. */
  identity(): string
  /** The highest that a file of this library ever had. */
  lastSequence(): number
  readonly deletions: Deletions
  find(id: string): StoredFile | undefined
  /** Newest first, only those older than `before`. */
  list(
    account: string,
    page: { readonly before: number; readonly limit: number; readonly status?: FileStatus },
  ): readonly StoredFile[]
  /** Total of the files that are ready. */
  usage(account: string): StorageUsage
  unfinished(): readonly Unfinished[]
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
const Sequence = z.object({ sequence: z.number() })
const StorageUsage = z.object({ bytes: z.number(), count: z.number() })
/** Total size in bytes and number of finished files. */
export type StorageUsage = Readonly<z.infer<typeof StorageUsage>>

/**
 * The rows of files in the library; their bytes are the business of core/files. `reserve`: what a full disk is given back
 * so that files can be deleted. Throws AppError('storage/failed') and ('storage/busy').
 */
export function createFileRows(database: Database, reserve: Reserve = NO_RESERVE): FileRows {
  const select = (where: string, ...values: Value[]): StoredFile[] =>
    z
      .array(Row)
      .parse(database.all(`SELECT * FROM files WHERE ${where}`, ...values))
      .map(fileOf)
  const find = (id: string): StoredFile | undefined => select('id = ?', id)[0]
  const insert = (file: NewFile, process: string): void => {
    const { id, account, originalName, uploadedBy, createdAt } = file
    database.run(
      `INSERT INTO files (id, account, status, original_name, uploaded_by, created_at, process)
       VALUES (?, ?, 'uploading', ?, ?, ?, ?)`,
      id,
      account,
      originalName ?? null,
      uploadedBy ?? null,
      createdAt,
      process,
    )
  }
  const finish = (id: string, { sizeBytes, sha256, mediaType }: FileContent): void => {
    database.run(
      `UPDATE files SET status = 'ready', size_bytes = ?, sha256 = ?, media_type = ?
       WHERE id = ? AND status = 'uploading'`,
      sizeBytes,
      sha256,
      mediaType,
      id,
    )
  }
  const remove = (id: string): boolean => database.run('DELETE FROM files WHERE id = ?', id) > 0
  const deletions = createDeletions(database, 'file', reserve)
  const usage: FileRows['usage'] = (account) =>
    StorageUsage.parse(
      database.all(
        `SELECT coalesce(sum(size_bytes), 0) AS bytes, count(size_bytes) AS count
         FROM files WHERE account = ?`,
        account,
      )[0],
    )
  return {
    find,
    usage,
    deletions,
    retryWhileBusy: database.retryWhileBusy,
    identity: () => createLibraryIdentity(database).read().identity,
    lastSequence: () =>
      Sequence.parse(
        database.all(
          `SELECT coalesce(max(seq), 0) AS sequence FROM sqlite_sequence WHERE name = 'files'`,
        )[0],
      ).sequence,
    add: (file, process) =>
      database.transaction(() => {
        insert(file, process)
        const rows = database.all('SELECT sequence FROM files WHERE id = ?', file.id)
        return Sequence.parse(rows[0]).sequence
      }),
    enter: ({ content, ...file }) =>
      database.transaction(() => {
        if (find(file.id)) return false
        insert(file, '')
        finish(file.id, content)
        return true
      }),
    finish: ({ id, account }, content, check) =>
      database.transaction(() => {
        check(usage(account))
        finish(id, content)
        const finished = find(id)
        if (finished?.content) return finished
        throw new AppError(
          'storage/failed',
          'The upload stopped for too long and was removed. Send the file again.',
        )
      }),
    remove: (id) => withReserve(() => remove(id), reserve),
    abandon: (id) =>
      withReserve(
        () =>
          database.transaction(() => {
            if (remove(id)) database.perform(() => forgetDeletion('file', id))
          }),
        reserve,
      ),
    list: (account, { before, limit, status }) => {
      const which = status === undefined ? '' : 'AND status = ?'
      const values = status === undefined ? [] : [status]
      const where = `account = ? AND sequence < ? ${which} ORDER BY sequence DESC LIMIT ?`
      return select(where, account, before, ...values, limit)
    },
    unfinished: () =>
      z
        .array(Unfinished)
        .parse(
          database.all(
            `SELECT id, account, process, created_at FROM files WHERE status = 'uploading'`,
          ),
        ),
  }
}

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
