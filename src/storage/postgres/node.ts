import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { all, run, type Steps } from '#storage/db/steps.ts'
import type { LiveProcess } from '#storage/live-process.ts'
import { CLOCK_MS } from './clock.ts'
import type { PostgresDatabase } from './database.ts'
import { POSTGRES_MIGRATIONS, refuseNewer } from './migrate.ts'

/**
 * A node of a service: its mark is on what it has in work in the database, and other nodes leave that alone for as long as its
 * heartbeats come. Time is the database's for all nodes.
 */
export interface ServiceNode extends LiveProcess {
  readonly isNode: true
  /** The time by the clock of the database. */
  now(): Date
  /** Why the database cannot be used now, in words; undefined where all is well. */
  problem(): string | undefined
  /** Throws AppError('storage/busy') with the words of `problem`. */
  check(): void
  /** Calls `listener` when this node was taken for dead and goes on under a new mark. */
  onRenewed(listener: () => void): void
  /** Leaves at once: what it left unfinished counts as left behind. Never throws. */
  close(): Promise<void>
}

export interface NodeOptions {
  readonly onBug: (error: unknown) => void
  readonly timing?: NodeTiming
}

/** Milliseconds. */
export interface NodeTiming {
  readonly heartbeatMs: number
  /** A node that was silent for so long is dead. */
  readonly deadAfterMs: number
}

const TIMING: NodeTiming = { heartbeatMs: 3_000, deadAfterMs: 30_000 }

/** What a node knew of the others at its last heartbeat. */
interface Known {
  /** Marks of the nodes that live. */
  readonly alive: ReadonlySet<string>
  /** The highest number that any node had: one with a higher one came later. */
  readonly last: number
}

/** The same, and what else was read with it. */
interface Looked extends Known {
  /** Time of the database, in milliseconds since 1970. */
  readonly now: number
  readonly version: number
  readonly readableFrom: number
}

const Numbers = z.tuple([z.object({ number: z.number() })])
const Facts = z.object({
  ...{ last: z.number(), now: z.number() },
  /** As in griot_schema. */
  ...{ version: z.number(), readable_from: z.number() },
})
const Marks = z.array(Facts.extend({ mark: z.string().nullable() }))
const First = z.tuple([Facts])

/** Enters a node in the database; from then on its heartbeats go there. Throws AppError('storage/busy') and ('storage/failed'). */
export async function joinNodes(
  database: PostgresDatabase,
  { onBug, timing = TIMING }: NodeOptions,
): Promise<ServiceNode> {
  const listeners: (() => void)[] = []
  let mark = await enter(database)
  await database.attempt(() => removeDead(timing.deadAfterMs))
  let known = await look(database)
  let clock = clockAt(known.now)
  let seenAt = performance.now()
  /** Since when this node itself was never silent: before, the silence of others may have been the database's. */
  let steadySince = Number.NEGATIVE_INFINITY
  let failure: AppError | undefined

  const beat = async (): Promise<void> => {
    const isThere = await database.attempt(() => touch(mark))
    if (!isThere) {
      mark = await enter(database)
      for (const listener of listeners) listener()
    }
    const at = performance.now()
    if (at - seenAt > timing.deadAfterMs / 3) steadySince = at
    seenAt = at
    if (at - steadySince > timing.deadAfterMs)
      await database.attempt(() => removeDead(timing.deadAfterMs))
    known = await look(database)
    clock = clockAt(known.now)
    // A newer node may have changed them since this one started.
    refuseNewer(known.version, known.readableFrom, POSTGRES_MIGRATIONS.length)
    failure = undefined
  }
  const tryBeat = async (): Promise<void> => {
    try {
      await beat()
    } catch (error) {
      if (!(error instanceof AppError)) onBug(error)
      else failure = error
    }
  }
  let beating: Promise<void> | undefined
  const timer = setInterval(() => {
    beating ??= tryBeat().finally(() => {
      beating = undefined
    })
  }, timing.heartbeatMs).unref()
  const problem = (): string | undefined => {
    if (failure) return failure.message
    const isLate = performance.now() - seenAt > timing.heartbeatMs * 4
    return isLate ? `The database ${database.place} does not answer.` : undefined
  }
  return {
    isNode: true,
    get mark() {
      return mark
    },
    isAlive: (other) => other === mark || isAliveIn(known, other),
    now: () => clock(),
    problem,
    check() {
      const words = problem()
      if (words !== undefined) throw new AppError('storage/busy', words)
    },
    onRenewed: (listener) => listeners.push(listener),
    async close() {
      clearInterval(timer)
      await beating
      await database
        .attempt(() => run('DELETE FROM nodes WHERE mark = ?', mark))
        .catch(() => undefined)
    },
  }
}

/** The nodes of a database as a command sees them, which is none itself and leaves no mark. Throws AppError. */
export async function lookAtNodes(
  database: PostgresDatabase,
): Promise<LiveProcess & Pick<ServiceNode, 'now' | 'isNode'>> {
  const known = await look(database)
  return {
    isNode: true,
    mark: '',
    isAlive: (mark) => isAliveIn(known, mark),
    now: clockAt(known.now),
  }
}

/** How many nodes have been heard of within the time after which one counts as dead. Throws AppError. */
export async function countLiveNodes(
  database: PostgresDatabase,
  { deadAfterMs }: Pick<NodeTiming, 'deadAfterMs'> = TIMING,
): Promise<number> {
  const rows = await database.perform(() =>
    all(
      `SELECT count(*) AS number FROM nodes WHERE seen_at > ${CLOCK_MS} - ?::bigint`,
      ...[deadAfterMs],
    ),
  )
  return Numbers.parse(rows)[0].number
}

/** One that came after the last look lives: a node enters the database before anything else there has its mark. */
function isAliveIn({ alive, last }: Known, mark: string): boolean {
  const number = Number.parseInt(mark, 10)
  return number > last || alive.has(mark)
}

/** Counts on from `now` with a clock that nobody sets. */
function clockAt(now: number): () => Date {
  const offset = now - performance.now()
  return () => new Date(offset + performance.now())
}

/** A node with a new number; returns its mark. */
async function enter(database: PostgresDatabase): Promise<string> {
  const name = randomUUID()
  // One statement, and its row is locked until the number is there for all to see: a higher one is never seen before it.
  const steps = (): Steps<unknown[]> =>
    all(
      `WITH given AS (UPDATE node_numbers SET last = last + 1 RETURNING last)
       INSERT INTO nodes (mark, started_at, seen_at)
       SELECT last::text || ' ' || CAST(? AS TEXT), ${CLOCK_MS}, ${CLOCK_MS} FROM given
       RETURNING split_part(mark, ' ', 1)::bigint AS number`,
      name,
    )
  const [{ number }] = Numbers.parse(await database.perform(steps))
  return `${number} ${name}`
}

function* touch(mark: string): Steps<boolean> {
  return (yield* run(`UPDATE nodes SET seen_at = ${CLOCK_MS} WHERE mark = ?`, mark)) === 1
}

/** While the server itself was away, nobody could be heard. */
function* removeDead(deadAfterMs: number): Steps<void> {
  yield* run(
    `DELETE FROM nodes WHERE seen_at < ${CLOCK_MS} - ?::bigint
       AND pg_postmaster_start_time() < clock_timestamp() - ?::bigint * interval '1 millisecond'`,
    ...[deadAfterMs, deadAfterMs],
  )
}

/**
 * Read in one statement, so that numbers and marks belong together. PostgreSQL takes a table of one row that it has never counted for one of thousands:
 * without the limits it expects a large product of three tables and compiles the statement, which takes 60 ms of a core at every heartbeat.
 */
async function look(database: PostgresDatabase): Promise<Looked> {
  const began = performance.now()
  const rows = await database.attempt(() =>
    all(
      `SELECT n.mark, g.last, ${CLOCK_MS} AS now, s.version, s.readable_from
       FROM (SELECT last FROM node_numbers LIMIT 1) AS g
       CROSS JOIN (SELECT version, readable_from FROM griot_schema LIMIT 1) AS s
       LEFT JOIN nodes AS n ON TRUE`,
    ),
  )
  // The clock was read about half-way.
  const passed = (performance.now() - began) / 2
  const found = Marks.parse(rows)
  const [{ last, now, version, readable_from: readableFrom }] = First.parse(found.slice(0, 1))
  const alive = new Set(found.flatMap(({ mark }) => (mark === null ? [] : [mark])))
  return { alive, last, now: now + passed, version, readableFrom }
}
