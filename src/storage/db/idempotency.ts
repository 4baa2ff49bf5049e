import { z } from 'zod'
import type { RetryWhileBusy } from './busy-retry.ts'
import type { Database, Value } from './database.ts'
import { createDeletions, type Deletions } from './deletions.ts'
import { NO_RESERVE } from './reserve.ts'

/** A request that its caller named, so that it can be sent again without being done again. */
export interface IdempotentRequest {
  readonly account: string
  /** Operation id; each operation has its own keys. */
  readonly operation: string
  /** Value of the header Idempotency-Key. */
  readonly key: string
}

/** Status and headers of an answer. */
export interface ResponseHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

export interface CompleteResponse {
  readonly head: ResponseHead
  /** SHA-256 over the request that it answers. */
  readonly fingerprint: Uint8Array
  readonly sizeBytes: number
}

export interface IdempotencyRow {
  readonly id: string
  readonly process: string
  /** RFC 3339, UTC. */
  readonly createdAt: string
  /** Undefined while the request is in progress. */
  readonly answer: CompleteResponse | undefined
}

export interface IdempotencyRows {
  /** Adds a row for a request in progress, unless there is one that `counts`; returns that one, or the one that it replaced. */
  begin(
    request: IdempotentRequest,
    row: Omit<IdempotencyRow, 'answer'>,
    counts: (row: IdempotencyRow) => boolean,
  ): { readonly there?: IdempotencyRow; readonly replaced?: IdempotencyRow }
  /** False where the row is gone. */
  finish(id: string, answer: CompleteResponse): boolean
  remove(id: string): void
  has(id: string): boolean
  /** Takes away what is older than `before`, and the oldest answers until the rest fits; returns the ids. */
  trim(before: string, maxBytes: number): readonly string[]
  inWork(): readonly IdempotencyRow[]
  readonly deletions: Deletions
  readonly retryWhileBusy: RetryWhileBusy
}

const HeadText = z
  .string()
  .transform((text) => JSON.parse(text))
  .pipe(z.object({ status: z.number(), headers: z.record(z.string(), z.string()) }))
const Row = z.object({
  id: z.string(),
  process: z.string(),
  created_at: z.string(),
  fingerprint: z.instanceof(Uint8Array).nullable(),
  head: HeadText.nullable(),
  size_bytes: z.number().nullable(),
})
const Ids = z.array(z.object({ id: z.string() }))

/** The rows of remembered answers; their bytes lie beside the library. Throws AppError('storage/failed') and ('storage/busy'). */
export function createIdempotencyRows(database: Database): IdempotencyRows {
  const select = (where: string, ...values: Value[]): IdempotencyRow[] =>
    z
      .array(Row)
      .parse(database.all(`SELECT * FROM answers WHERE ${where}`, ...values))
      .map(rowOf)
  const remove = (id: string): void => {
    database.run('DELETE FROM answers WHERE id = ?', id)
  }
  return {
    remove,
    begin: ({ account, operation, key }, { id, process, createdAt }, counts) =>
      database.transaction(() => {
        const named = [account, operation, key] as const
        const [there] = select('account = ? AND operation = ? AND key = ?', ...named)
        if (there && counts(there)) return { there }
        if (there) remove(there.id)
        database.run(
          `INSERT INTO answers (id, account, operation, key, process, created_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
          ...[id, ...named, process, createdAt],
        )
        return there ? { replaced: there } : {}
      }),
    finish: (id, { head, fingerprint, sizeBytes }) =>
      database.run(
        'UPDATE answers SET head = ?, fingerprint = ?, size_bytes = ? WHERE id = ?',
        JSON.stringify(head),
        fingerprint,
        sizeBytes,
        id,
      ) > 0,
    has: (id) => select('id = ?', id).length > 0,
    trim: (before, maxBytes) =>
      database.transaction(() => {
        const gone = Ids.parse(
          database.all(
            `SELECT id FROM (
               SELECT id, created_at,
                 sum(size_bytes) OVER (ORDER BY created_at DESC, id) AS newer_bytes
               FROM answers)
             WHERE created_at < ? OR newer_bytes > ?`,
            before,
            maxBytes,
          ),
        ).map(({ id }) => id)
        for (const id of gone) remove(id)
        return gone
      }),
    inWork: () => select('head IS NULL'),
    deletions: createDeletions(database, 'answer', NO_RESERVE),
    retryWhileBusy: database.retryWhileBusy,
  }
}

function rowOf(row: z.infer<typeof Row>): IdempotencyRow {
  const { id, process, created_at: createdAt, head, fingerprint, size_bytes: sizeBytes } = row
  const isWhole = head !== null && fingerprint !== null && sizeBytes !== null
  return { id, process, createdAt, answer: isWhole ? { head, fingerprint, sizeBytes } : undefined }
}
