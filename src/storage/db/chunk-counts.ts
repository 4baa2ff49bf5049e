import { z } from 'zod'
import { all, type Steps } from './steps.ts'

export const CHUNK_STATUSES = ['waiting', 'done', 'dead', 'cancelled'] as const
export type ChunkStatus = (typeof CHUNK_STATUSES)[number]

/** Lines of a batch by what became of them. */
export interface BatchProgress {
  readonly waitingChunks: number
  readonly waiting: number
  readonly completed: number
  /** Bad lines, and those that could not be spoken. */
  readonly failed: number
  /** Dead letters. */
  readonly dead: number
  readonly cancelled: number
  readonly seconds: number
}

/** States of chunks in the backlog: `paused` are those that wait in a paused batch. */
export const BACKLOG_STATES = ['waiting', 'running', 'paused', 'dead'] as const

/** What all accounts together have to do. */
export interface BatchBacklog {
  readonly chunks: Readonly<Record<(typeof BACKLOG_STATES)[number], number>>
  /** When the oldest batch of which something waits was begun (RFC 3339); undefined where nothing waits. */
  readonly waitingSince: string | undefined
}

const Sums = z.array(
  z.object({
    ...{ status: z.enum(CHUNK_STATUSES), chunks: z.number(), lines: z.number() },
    ...{ completed: z.number(), failed: z.number(), seconds: z.number() },
  }),
)
const Counts = z.array(
  z.object({
    ...{ state: z.enum(BACKLOG_STATES), chunks: z.number(), since: z.string().nullable() },
  }),
)

/** Counts the lines of a batch. */
export function* progressOf(batchId: string): Steps<BatchProgress> {
  const rows = yield* all(
    `SELECT status, count(*) AS chunks, CAST(sum(lines) AS BIGINT) AS lines,
       CAST(sum(completed) AS BIGINT) AS completed, CAST(sum(failed) AS BIGINT) AS failed,
       sum(seconds) AS seconds
     FROM batch_chunks WHERE batch_id = ? GROUP BY status`,
    batchId,
  )
  const sums = Sums.parse(rows)
  const of = (status: ChunkStatus) => sums.find((sum) => sum.status === status)
  const done = of('done')
  return {
    waitingChunks: of('waiting')?.chunks ?? 0,
    waiting: of('waiting')?.lines ?? 0,
    completed: done?.completed ?? 0,
    failed: done?.failed ?? 0,
    dead: of('dead')?.lines ?? 0,
    cancelled: of('cancelled')?.lines ?? 0,
    seconds: done?.seconds ?? 0,
  }
}

/** Counts the chunks of all batches that something can still be done with. `now`: milliseconds since 1970. */
export function* backlogAt(now: number): Steps<BatchBacklog> {
  const rows = yield* all(
    `SELECT state, count(*) AS chunks, min(started_at) AS since FROM (
       SELECT started_at, CASE WHEN batch_chunks.status = 'dead' THEN 'dead'
         WHEN batch_chunks.lease_until > ? THEN 'running'
         WHEN batches.status = 'paused' THEN 'paused' ELSE 'waiting' END AS state
       FROM batches JOIN batch_chunks ON batch_chunks.batch_id = batches.id
       WHERE (batch_chunks.status = 'waiting' AND batches.status IN ('in_progress', 'paused'))
         OR (batch_chunks.status = 'dead' AND batches.status NOT IN ('cancelling', 'cancelled'))
     ) AS backlog GROUP BY state`,
    now,
  )
  const counts = Counts.parse(rows)
  const of = (state: (typeof BACKLOG_STATES)[number]) => counts.find((one) => one.state === state)
  const count = (state: (typeof BACKLOG_STATES)[number]): number => of(state)?.chunks ?? 0
  return {
    chunks: {
      ...{ waiting: count('waiting'), running: count('running') },
      ...{ paused: count('paused'), dead: count('dead') },
    },
    waitingSince: of('waiting')?.since ?? undefined,
  }
}
