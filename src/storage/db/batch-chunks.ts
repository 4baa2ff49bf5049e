import { z } from 'zod'
import {
  type BatchBacklog,
  type BatchProgress,
  backlogAt,
  CHUNK_STATUSES,
  type ChunkStatus,
  progressOf,
} from './chunk-counts.ts'
import { ANSWERED, BEGIN_COUNTED, companyOf, NOTHING_LOST } from './chunk-losses.ts'
import {
  type Awaitable,
  all,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from './steps.ts'

/** What names a chunk for good: its batch and its lines, counted from 1. */
export interface ChunkName {
  readonly batchId: string
  readonly firstLine: number
  readonly lastLine: number
}

/** Part of a chunk's input. */
export interface ChunkExtent extends ChunkName {
  /** Number of lines: blank ones between them do not count. */
  readonly lines: number
  /** Where they lie in the input of the batch: from this byte to before that one. */
  readonly startByte: number
  readonly endByte: number
}

/** What was made of a chunk: a blob of so many bytes of sound and then of so many bytes of results. */
export interface ChunkResult {
  readonly key: string
  readonly soundBytes: number
  readonly resultBytes: number
  /** Lines that were spoken, and those that could not be. */
  readonly completed: number
  readonly failed: number
  /** Length of the sound. */
  readonly seconds: number
}

export interface StoredChunk extends ChunkExtent {
  readonly status: ChunkStatus
  /** How often it was begun. */
  readonly attempts: number
  /** How many of these attempts ended with their program, and how many of those while nothing else was in work. */
  readonly lost: number
  readonly lostAlone: number
  /** Undefined until it is done. */
  readonly result: ChunkResult | undefined
  /** Why it failed last. */
  readonly error: string | undefined
}

/** Claim on a chunk; times in milliseconds since 1970. */
export interface Lease {
  readonly owner: string
  readonly now: number
  readonly until: number
  /** Nothing else is in work until it has an answer. */
  readonly isAlone?: boolean | undefined
}

/** Attempts that a chunk has behind it. */
export type ChunkAttempts = Pick<StoredChunk, 'attempts' | 'lost'>

export interface ChunkRows {
  /** Cuts a batch into chunks; those that are there already stay. */
  addChunks(chunks: readonly ChunkExtent[]): Awaitable<void>
  /** The accounts that have batches in progress, those with the oldest one first. */
  accountsWithWork(): Awaitable<readonly string[]>
  /** The first chunk of an account that may be begun now. */
  nextOf(account: string, now: number): Awaitable<StoredChunk | undefined>
  /** The first chunks of an account that have no result yet, whoever works on them. */
  unfinishedOf(account: string, limit: number): Awaitable<readonly StoredChunk[]>
  /**
   * Begins a chunk; counts the attempt, and the one before as lost where it has no answer. Undefined where somebody else has it, or it
   * waits no longer. `force` takes it from whoever has it.
   */
  claim(chunk: ChunkName, lease: Lease, force?: boolean): Awaitable<StoredChunk | undefined>
  /** Holds a chunk longer. False where it, or its batch, is not in work any more. */
  hold(chunk: ChunkName, lease: Lease): Awaitable<boolean>
  /** Makes a result the one of its chunk. False where it has one already, or needs none any more: the first one counts. */
  accept(chunk: ChunkName, result: ChunkResult): Awaitable<boolean>
  /** Lets others begin it, from `notBefore` on. `undo`: it was not an attempt. */
  release(
    chunk: ChunkName,
    how: {
      readonly error?: string | undefined
      readonly notBefore: number
      readonly undo?: boolean
    },
  ): Awaitable<void>
  /** Puts `parts` in its place, each with these attempts behind it. False where it waits no longer. */
  split(
    chunk: ChunkName,
    parts: readonly ChunkExtent[],
    attempts: ChunkAttempts,
  ): Awaitable<boolean>
  /** Makes it a dead letter. False where it waits no longer. */
  bury(chunk: ChunkName, error: string): Awaitable<boolean>
  /** Lets dead letters of a batch be tried again; returns how many. `firstLine` left out: all. */
  revive(batchId: string, firstLine?: number): Awaitable<number>
  /** What waits of a batch is not to be done. */
  cancelChunks(batchId: string): Awaitable<void>
  /** Chunks of a batch in the order of its lines, behind a line. */
  chunks(
    batchId: string,
    page: { readonly after: number; readonly limit: number; readonly status?: ChunkStatus },
  ): Awaitable<readonly StoredChunk[]>
  findChunk(chunk: ChunkName): Awaitable<StoredChunk | undefined>
  progress(batchId: string): Awaitable<BatchProgress>
  /** Of all batches that are not over, and the dead letters of those that can be run again. `now`: milliseconds since 1970. */
  backlog(now: number): Awaitable<BatchBacklog>
  /** Those who have begun chunks that still wait for their result, and those who finish batches. */
  owners(): Awaitable<readonly string[]>
  /** Frees what an owner that is gone has begun. */
  freeLeases(owner: string): Awaitable<number>
}

const Row = z
  .object({
    batch_id: z.string(),
    first_line: z.number(),
    last_line: z.number(),
    lines: z.number(),
    start_byte: z.number(),
    end_byte: z.number(),
    status: z.enum(CHUNK_STATUSES),
    attempts: z.number(),
    lost: z.number(),
    lost_alone: z.number(),
    result_key: z.string().nullable(),
    sound_bytes: z.number(),
    result_bytes: z.number(),
    completed: z.number(),
    failed: z.number(),
    seconds: z.number(),
    error: z.string().nullable(),
  })
  .transform(
    (row): StoredChunk => ({
      ...{ batchId: row.batch_id, firstLine: row.first_line, lastLine: row.last_line },
      ...{ lines: row.lines, startByte: row.start_byte, endByte: row.end_byte },
      ...{ status: row.status, attempts: row.attempts, error: row.error ?? undefined },
      ...{ lost: row.lost, lostAlone: row.lost_alone },
      result:
        row.result_key === null
          ? undefined
          : {
              ...{ key: row.result_key, soundBytes: row.sound_bytes },
              ...{ resultBytes: row.result_bytes, completed: row.completed },
              ...{ failed: row.failed, seconds: row.seconds },
            },
    }),
  )
const Names = z.array(z.object({ name: z.string() }).transform(({ name }) => name))

const ONE = 'batch_id = ? AND first_line = ? AND last_line = ?'
/** Chunks in one statement. */
const AT_ONCE = 100
/** Only what is in progress is begun. */
const TO_BEGIN = `status = 'waiting' AND EXISTS (
  SELECT 1 FROM batches WHERE batches.id = batch_chunks.batch_id AND batches.status = 'in_progress')`
/** Only what is in work in a batch that is, too: a batch that is finished takes nothing more. */
const IN_WORK = `status = 'waiting' AND EXISTS (
  SELECT 1 FROM batches WHERE batches.id = batch_chunks.batch_id
    AND batches.status IN ('in_progress', 'paused'))`

/**
 * Chunks of an account that wait, those of its oldest batch first. What was alone when a program ended comes last: where programs end
 * for other reasons, no line is there each time.
 */
const waitingOf = (which: string): string =>
  `batch_id IN (SELECT id FROM batches WHERE account = ? AND status = 'in_progress')
     AND status = 'waiting' ${which}
   ORDER BY (SELECT number FROM batches WHERE batches.id = batch_chunks.batch_id), lost_alone,
     first_line
   LIMIT ?`

const nameOf = ({ batchId, firstLine, lastLine }: ChunkName): readonly [string, number, number] => [
  batchId,
  firstLine,
  lastLine,
]

/** The part of `createBatchRows` about chunks. */
export function batchChunkRows({ perform }: RowDatabase): ChunkRows {
  const change = (sql: string, ...values: readonly Value[]): Awaitable<boolean> =>
    perform(function* () {
      return (yield* run(sql, ...values)) > 0
    })
  return {
    addChunks: (chunks) =>
      perform(() => transaction(() => insert(chunks, { attempts: 0, lost: 0 }))),
    accountsWithWork: () =>
      perform(function* () {
        const sql = `SELECT account AS name, min(number) AS first FROM batches
          WHERE status = 'in_progress' GROUP BY account ORDER BY first`
        return Names.parse(yield* all(sql))
      }),
    nextOf: (account, now) =>
      perform(function* () {
        const free = 'AND not_before <= ? AND lease_until <= ?'
        return (yield* select(waitingOf(free), account, now, now, 1))[0]
      }),
    unfinishedOf: (account, limit) => perform(() => select(waitingOf(''), account, limit)),
    claim: (chunk, { owner, now, until, isAlone = false }, force = false) =>
      perform(function* () {
        const rows = yield* all(
          `UPDATE batch_chunks SET attempts = attempts + 1, lease_owner = ?, lease_until = ?, ${BEGIN_COUNTED}
           WHERE ${ONE} AND ${TO_BEGIN} AND lease_until <= ? RETURNING *`,
          ...[owner, until, companyOf(isAlone), ...nameOf(chunk)],
          force ? Number.MAX_SAFE_INTEGER : now,
        )
        return z.array(Row).parse(rows)[0]
      }),
    hold: (chunk, { owner, until }) =>
      change(
        `UPDATE batch_chunks SET lease_until = ? WHERE ${ONE} AND ${IN_WORK} AND lease_owner = ?`,
        ...[until, ...nameOf(chunk), owner],
      ),
    accept: (chunk, result) =>
      change(
        `UPDATE batch_chunks SET status = 'done', result_key = ?, sound_bytes = ?, result_bytes = ?,
           completed = ?, failed = ?, seconds = ?, error = NULL, lease_until = 0, lease_owner = NULL
         WHERE ${ONE} AND ${IN_WORK}`,
        ...[result.key, result.soundBytes, result.resultBytes],
        ...[result.completed, result.failed, result.seconds, ...nameOf(chunk)],
      ),
    release: (chunk, { error, notBefore, undo = false }) =>
      perform(function* () {
        yield* run(
          `UPDATE batch_chunks SET lease_until = 0, lease_owner = NULL, not_before = ?, ${ANSWERED},
             error = coalesce(?, error), attempts = attempts - ?
           WHERE ${ONE} AND status = 'waiting'`,
          ...[notBefore, error ?? null, undo ? 1 : 0, ...nameOf(chunk)],
        )
      }),
    split: (chunk, parts, attempts) =>
      perform(() =>
        transaction(function* () {
          const gone = yield* run(
            `DELETE FROM batch_chunks WHERE ${ONE} AND status = 'waiting'`,
            ...nameOf(chunk),
          )
          if (gone > 0) yield* insert(parts, attempts)
          return gone > 0
        }),
      ),
    bury: (chunk, error) =>
      change(
        `UPDATE batch_chunks SET status = 'dead', error = ?, lease_until = 0, lease_owner = NULL
         WHERE ${ONE} AND status = 'waiting'`,
        ...[error, ...nameOf(chunk)],
      ),
    revive: (batchId, firstLine) =>
      perform(() => {
        const one = firstLine === undefined ? '' : ' AND first_line = ?'
        return run(
          `UPDATE batch_chunks SET status = 'waiting', attempts = 0, ${NOTHING_LOST},
             not_before = 0, error = NULL
           WHERE batch_id = ? AND status = 'dead'${one}`,
          ...[batchId, ...(firstLine === undefined ? [] : [firstLine])],
        )
      }),
    cancelChunks: (batchId) =>
      perform(function* () {
        yield* run(
          `UPDATE batch_chunks SET status = 'cancelled', lease_until = 0
           WHERE batch_id = ? AND status = 'waiting'`,
          batchId,
        )
      }),
    chunks: (batchId, { after, limit, status }) =>
      perform(() => {
        const which = status === undefined ? '' : 'AND status = ? '
        return select(
          `batch_id = ? AND first_line > ? ${which}ORDER BY first_line LIMIT ?`,
          ...[batchId, after, ...(status === undefined ? [] : [status]), limit],
        )
      }),
    findChunk: (chunk) =>
      perform(function* () {
        return (yield* select(ONE, ...nameOf(chunk)))[0]
      }),
    progress: (batchId) => perform(() => progressOf(batchId)),
    backlog: (now) => perform(() => backlogAt(now)),
    owners: () =>
      perform(function* () {
        const sql = `SELECT lease_owner AS name FROM batch_chunks
            WHERE status = 'waiting' AND lease_until > 0 AND lease_owner IS NOT NULL
          UNION SELECT lease_owner FROM batches WHERE lease_until > 0 AND lease_owner IS NOT NULL`
        return Names.parse(yield* all(sql))
      }),
    freeLeases: (owner) =>
      perform(function* () {
        yield* run('UPDATE batches SET lease_until = 0 WHERE lease_owner = ?', owner)
        return yield* run(
          `UPDATE batch_chunks SET lease_until = 0, lease_owner = NULL
           WHERE status = 'waiting' AND lease_owner = ?`,
          owner,
        )
      }),
  }
}

function* select(where: string, ...values: readonly Value[]): Steps<StoredChunk[]> {
  return z.array(Row).parse(yield* all(`SELECT * FROM batch_chunks WHERE ${where}`, ...values))
}

function* insert(chunks: readonly ChunkExtent[], { attempts, lost }: ChunkAttempts): Steps<void> {
  for (let at = 0; at < chunks.length; at += AT_ONCE) {
    const some = chunks.slice(at, at + AT_ONCE)
    const row = `(?, ?, ?, ?, ?, ?, 'waiting', ?, ?, 0, 0, 0, 0, 0, 0, 0)`
    yield* run(
      `INSERT INTO batch_chunks (batch_id, first_line, last_line, lines, start_byte, end_byte, status,
         attempts, lost, not_before, lease_until, sound_bytes, result_bytes, completed, failed, seconds)
       VALUES ${some.map(() => row).join(', ')} ON CONFLICT DO NOTHING`,
      ...some.flatMap((chunk) => [
        ...nameOf(chunk),
        ...[chunk.lines, chunk.startByte, chunk.endByte, attempts, lost],
      ]),
    )
  }
}
