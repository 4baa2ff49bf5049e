import { z } from 'zod'
import { batchChunkRows, type ChunkRows } from './batch-chunks.ts'
import type { RetryWhileBusy } from './busy-retry.ts'
import {
  type Awaitable,
  all,
  listOf,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from './steps.ts'

/** States of a batch, as OpenAI names them, and `paused`. */
export const BATCH_STATUSES = [
  'validating',
  'in_progress',
  'paused',
  'finalizing',
  'completed',
  'failed',
  'cancelling',
  'cancelled',
] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

export interface NewBatch {
  readonly id: string
  readonly account: string
  /** Name of the token with which it was ordered. */
  readonly tokenName: string | undefined
  /** JSON of those who ordered it; never looked into here. */
  readonly settings: string
  /** RFC 3339, UTC, as all times here. */
  readonly createdAt: string
}

export interface StoredBatch extends NewBatch {
  /** Grows with every batch. */
  readonly number: number
  readonly status: BatchStatus
  /** JSON: the files of the result, as far as they are there. */
  readonly output: string
  /** Why it does not go on, in words. */
  readonly error: string | undefined
  /** Lines that it has, good and bad ones. */
  readonly lines: number
  readonly inputBytes: number
  readonly startedAt: string | undefined
  readonly finalizingAt: string | undefined
  readonly cancellingAt: string | undefined
  readonly endedAt: string | undefined
}

/** Change of a batch from one of some states to another. */
export interface BatchMove {
  readonly from: readonly BatchStatus[]
  readonly to: BatchStatus
  /** Left out: the time of no step is written down. */
  readonly at?: { readonly step: 'finalizing' | 'cancelling' | 'ended'; readonly time: string }
  /** Left out or undefined: what was there goes. */
  readonly error?: string | undefined
}

/** The rows of batches and of their chunks: all that is true of a batch stands here. */
export interface BatchRows extends ChunkRows {
  /** Enters a batch whose lines are still being read. `reader`: the process that reads them. False where its account has `most` batches that are not over. */
  add(batch: NewBatch, most: number, reader?: string): Awaitable<boolean>
  /** Makes a batch whose chunks have all been added one in progress. False where it is gone. */
  start(
    id: string,
    facts: { readonly lines: number; readonly inputBytes: number; readonly at: string },
  ): Awaitable<boolean>
  find(id: string): Awaitable<StoredBatch | undefined>
  /** Ids of batches whose lines are still being read, with who reads them. */
  inIntake(): Awaitable<
    readonly {
      readonly id: string
      readonly reader: string | undefined
      readonly createdAt: string
    }[]
  >
  /** Newest first, only those older than `before`. */
  list(
    account: string,
    page: { readonly before: number; readonly limit: number },
  ): Awaitable<readonly StoredBatch[]>
  /** Whether the batch was in one of the states `from`, and now is in the state `to`. */
  move(id: string, move: BatchMove): Awaitable<boolean>
  setOutput(id: string, output: string): Awaitable<void>
  /** Batches in one of these states, oldest first. */
  inStatus(statuses: readonly BatchStatus[]): Awaitable<readonly StoredBatch[]>
  /**
   * Takes a batch that is to be finished until the lease ends, or holds it longer. False where somebody else has it. Times
   * in milliseconds since 1970.
   */
  holdBatch(
    id: string,
    lease: { readonly owner: string; readonly now: number; readonly until: number },
  ): Awaitable<boolean>
  /** Ids of batches with dead letters that ended before a time. */
  deadBefore(time: string): Awaitable<readonly string[]>
  /** Removes a batch and its chunks. */
  remove(id: string): Awaitable<void>
  readonly retryWhileBusy: RetryWhileBusy
}

const Row = z
  .object({
    number: z.number(),
    id: z.string(),
    account: z.string(),
    token_name: z.string().nullable(),
    status: z.enum(BATCH_STATUSES),
    settings: z.string(),
    output: z.string(),
    error: z.string().nullable(),
    lines: z.number(),
    input_bytes: z.number(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finalizing_at: z.string().nullable(),
    cancelling_at: z.string().nullable(),
    ended_at: z.string().nullable(),
  })
  .transform(
    (row): StoredBatch => ({
      ...{ number: row.number, id: row.id, account: row.account, status: row.status },
      ...{ settings: row.settings, output: row.output, lines: row.lines },
      tokenName: row.token_name ?? undefined,
      error: row.error ?? undefined,
      inputBytes: row.input_bytes,
      createdAt: row.created_at,
      startedAt: row.started_at ?? undefined,
      finalizingAt: row.finalizing_at ?? undefined,
      cancellingAt: row.cancelling_at ?? undefined,
      endedAt: row.ended_at ?? undefined,
    }),
  )

const Intakes = z.array(
  z
    .object({ id: z.string(), reader: z.string().nullable(), createdAt: z.string() })
    .transform(({ reader, ...intake }) => ({ ...intake, reader: reader ?? undefined })),
)
const Ids = z.array(z.object({ id: z.string() }).transform(({ id }) => id))
const Counts = z.tuple([z.object({ open: z.number() })])
const STEP_COLUMN = {
  finalizing: 'finalizing_at',
  cancelling: 'cancelling_at',
  ended: 'ended_at',
} as const

/** The rows of batches in a library or in the database of a service. Throws AppError('storage/failed') and ('storage/busy'). */
export function createBatchRows(database: RowDatabase): BatchRows {
  const { perform } = database
  return {
    ...batchChunkRows(database),
    retryWhileBusy: database.retryWhileBusy,
    add: ({ id, account, tokenName, settings, createdAt }, most, reader) =>
      perform(() =>
        transaction(function* () {
          const [{ open }] = Counts.parse(
            yield* all(
              `SELECT count(*) AS open FROM batches
               WHERE account = ? AND status NOT IN ('completed', 'failed', 'cancelled')`,
              account,
            ),
          )
          if (open >= most) return false
          yield* run(
            `INSERT INTO batches
               (id, account, token_name, status, settings, output, lines, input_bytes, lease_owner, lease_until,
                created_at)
             VALUES (?, ?, ?, 'validating', ?, '{}', 0, 0, ?, 0, ?)`,
            ...[id, account, tokenName ?? null, settings, reader ?? null, createdAt],
          )
          return true
        }),
      ),
    start: (id, { lines, inputBytes, at }) =>
      perform(function* () {
        const changed = yield* run(
          `UPDATE batches SET status = 'in_progress', lines = ?, input_bytes = ?, started_at = ?,
             lease_owner = NULL
           WHERE id = ? AND status = 'validating'`,
          ...[lines, inputBytes, at, id],
        )
        return changed > 0
      }),
    find: (id) =>
      perform(function* () {
        return (yield* select('id = ?', id))[0]
      }),
    inIntake: () =>
      perform(function* () {
        const sql = `SELECT id, lease_owner AS reader, created_at AS "createdAt" FROM batches
          WHERE status = 'validating' ORDER BY number`
        return Intakes.parse(yield* all(sql))
      }),
    list: (account, { before, limit }) =>
      perform(() =>
        select('account = ? AND number < ? ORDER BY number DESC LIMIT ?', account, before, limit),
      ),
    move: (id, { from, to, at, error }) =>
      perform(function* () {
        const time = at === undefined ? '' : `, ${STEP_COLUMN[at.step]} = ?`
        const states = listOf(from)
        const changed = yield* run(
          `UPDATE batches SET status = ?, error = ?, lease_until = 0${time}
           WHERE id = ? AND status IN ${states.placeholders}`,
          ...[to, error ?? null, ...(at === undefined ? [] : [at.time]), id, ...states.values],
        )
        return changed > 0
      }),
    setOutput: (id, output) =>
      perform(function* () {
        yield* run('UPDATE batches SET output = ? WHERE id = ?', output, id)
      }),
    inStatus: (statuses) =>
      perform(() => {
        const states = listOf(statuses)
        return select(`status IN ${states.placeholders} ORDER BY number`, ...states.values)
      }),
    holdBatch: (id, { owner, now, until }) =>
      perform(function* () {
        const changed = yield* run(
          `UPDATE batches SET lease_owner = ?, lease_until = ?
           WHERE id = ? AND (lease_until <= ? OR lease_owner = ?)`,
          ...[owner, until, id, now, owner],
        )
        return changed > 0
      }),
    deadBefore: (time) =>
      perform(function* () {
        const rows = yield* all(
          `SELECT id FROM batches WHERE status = 'completed' AND ended_at < ? AND EXISTS (
             SELECT 1 FROM batch_chunks WHERE batch_id = batches.id AND batch_chunks.status = 'dead')
           ORDER BY number`,
          time,
        )
        return Ids.parse(rows)
      }),
    remove: (id) =>
      perform(() =>
        transaction(function* () {
          yield* run('DELETE FROM batch_chunks WHERE batch_id = ?', id)
          yield* run('DELETE FROM batches WHERE id = ?', id)
        }),
      ),
  }
}

function* select(where: string, ...values: readonly Value[]): Steps<StoredBatch[]> {
  return z.array(Row).parse(yield* all(`SELECT * FROM batches WHERE ${where}`, ...values))
}
