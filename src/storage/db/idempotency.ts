import { z } from 'zod'
import type { RetryWhileBusy } from './busy-retry.ts'
import { createDeletions, type Deletions } from './deletions.ts'
import { NO_RESERVE } from './reserve.ts'
import {
  type Awaitable,
  all,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from './steps.ts'

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
  ): Awaitable<{ readonly there?: IdempotencyRow; readonly replaced?: IdempotencyRow }>
  /** False where the row is gone. */
  finish(id: string, answer: CompleteResponse): Awaitable<boolean>
  remove(id: string): Awaitable<void>
  /** Removes the row of a request in progress. One that has its answer stays. */
  abandon(id: string): Awaitable<void>
  has(id: string): Awaitable<boolean>
  /** Takes away what is older than `before`, and the oldest answers until the rest fits; returns the ids. */
  trim(before: string, maxBytes: number): Awaitable<readonly string[]>
  inWork(): Awaitable<readonly IdempotencyRow[]>
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
export function createIdempotencyRows(database: RowDatabase): IdempotencyRows {
  const { perform } = database
  return {
    remove: (id) => perform(() => remove(id)),
    abandon: (id) =>
      perform(function* () {
        yield* run('DELETE FROM answers WHERE id = ? AND head IS NULL', id)
      }),
    begin: ({ account, operation, key }, { id, process, createdAt }, counts) =>
      perform(() =>
        transaction(function* () {
          const named = [account, operation, key] as const
          const [there] = yield* select('account = ? AND operation = ? AND key = ?', ...named)
          if (there && counts(there)) return { there }
          if (there) yield* remove(there.id)
          yield* run(
            `INSERT INTO answers (id, account, operation, key, process, created_at)
             VALUES (?, ?, ?, ?, ?, ?)`,
            ...[id, ...named, process, createdAt],
          )
          return there ? { replaced: there } : {}
        }),
      ),
    finish: (id, { head, fingerprint, sizeBytes }) =>
      perform(function* () {
        const changed = yield* run(
          'UPDATE answers SET head = ?, fingerprint = ?, size_bytes = ? WHERE id = ?',
          ...[JSON.stringify(head), fingerprint, sizeBytes, id],
        )
        return changed > 0
      }),
    has: (id) =>
      perform(function* () {
        return (yield* all('SELECT id FROM answers WHERE id = ?', id)).length > 0
      }),
    trim: (before, maxBytes) => perform(() => transaction(() => trim(before, maxBytes))),
    inWork: () => perform(() => select('head IS NULL')),
    deletions: createDeletions(database, 'answer', NO_RESERVE),
    retryWhileBusy: database.retryWhileBusy,
  }
}

function* select(where: string, ...values: readonly Value[]): Steps<IdempotencyRow[]> {
  const rows = yield* all(`SELECT * FROM answers WHERE ${where}`, ...values)
  return z.array(Row).parse(rows).map(rowOf)
}

function* remove(id: string): Steps<void> {
  yield* run('DELETE FROM answers WHERE id = ?', id)
}

function* trim(before: string, maxBytes: number): Steps<readonly string[]> {
  const rows = yield* all(
    `DELETE FROM answers WHERE id IN (
       SELECT id FROM (
         SELECT id, created_at,
           sum(size_bytes) OVER (ORDER BY created_at DESC, id) AS newer_bytes
         FROM answers) AS aged
       WHERE created_at < ? OR newer_bytes > ?)
     RETURNING id`,
    ...[before, maxBytes],
  )
  return Ids.parse(rows).map(({ id }) => id)
}

function rowOf(row: z.infer<typeof Row>): IdempotencyRow {
  const { id, process, created_at: createdAt, head, fingerprint, size_bytes: sizeBytes } = row
  const isWhole = head !== null && fingerprint !== null && sizeBytes !== null
  return { id, process, createdAt, answer: isWhole ? { head, fingerprint, sizeBytes } : undefined }
}
