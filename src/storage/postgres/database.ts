import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '#shared/errors.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import type { RowDatabase, Step, Steps, Value } from '#storage/db/steps.ts'
import { describePostgresError, failureOf, isConnectionLost } from './describe-error.ts'
import { migrate, POSTGRES_MIGRATIONS } from './migrate.ts'
import { numbered } from './placeholders.ts'
import { fromStored, listToStored, toStored } from './text.ts'

/** The database of a service: row stores use it as they use SQLite's. */
export interface PostgresDatabase extends RowDatabase {
  readonly dialect: 'postgres'
  /** As `RowDatabase.perform`. What a lost connection has certainly not written is tried again for some seconds. */
  perform<T>(work: () => Steps<T>): Promise<T>
  /** As `perform`, once: what fails is not tried again. */
  attempt<T>(work: () => Steps<T>): Promise<T>
  /** Host, port and name of the database, for people. */
  readonly place: string
  close(): Promise<void>
}

export interface PostgresOptions {
  /** Connections of this process at most. */
  readonly connections?: number
  readonly migrations?: typeof POSTGRES_MIGRATIONS
}

const CONNECTIONS = 10
/** Time to connect, and of one statement, in milliseconds. */
const CONNECT_MS = 5_000
const STATEMENT_MS = 30_000
/**
 * How long an idle connection is kept, in milliseconds. A new one is a new process of the server, which asks for the password and reads its catalogues
 * anew: whoever comes first after a quiet moment would wait for that.
 */
const IDLE_MS = 600_000
/** Silence after which an idle connection is probed, in milliseconds: sooner than routers and load balancers forget one. */
const KEEP_ALIVE_MS = 30_000
/** How long what was certainly not written is tried again, in milliseconds: as long as a server takes to start again. */
const RETRY_MS = 15_000
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1_000

/** BIGINT and the sums of it, which pg hands out as text: all of ours are numbers that JavaScript holds exactly. */
const NUMBER_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (NUMBER_TYPES.has(oid)) return Number
    return oid === pg.types.builtins.TEXT ? fromStored : pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

/**
 * Opens the database at `url` ("postgres://USER:PASSWORD@HOST:PORT/NAME") and brings its tables up to date. One attempt: whoever
 * starts a node with a wrong address is told at once. Throws AppError('storage/failed') and ('storage/busy').
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions = {},
): Promise<PostgresDatabase> {
  const place = placeOf(url)
  const { address, connections = CONNECTIONS } = withoutLimit(url)
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: address,
    stream() {
      const socket = new Socket()
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      return socket
    },
    max: options.connections ?? connections,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'griot',
    types,
  })
  // A connection that breaks while nobody uses it is replaced by the next one.
  pool.on('error', () => undefined)
  // And one that breaks between two statements of a transaction fails at the next of them.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    const client = await connect(pool)
    try {
      await migrate(client, options.migrations ?? POSTGRES_MIGRATIONS)
    } finally {
      client.release()
    }
    return wrap(pool, place)
  } catch (error) {
    await pool.end()
    // pg leaves one open where the server asks for a password that it has not, until the server gives up.
    for (const socket of sockets) socket.destroy()
    throw describeOpening(error, place)
  }
}

/** The address for pg, and what it says of our own about the number of connections. Throws AppError('settings/invalid'). */
function withoutLimit(url: string): { readonly address: string; readonly connections?: number } {
  const parsed = new URL(url)
  try {
    decodeURIComponent(`${parsed.username}${parsed.password}${parsed.pathname}`)
  } catch {
    throw new AppError(
      'settings/invalid',
      'In the address of the database, write a % in a user, password or name as %25.',
    )
  }
  const limit = parsed.searchParams.get('connection_limit')
  if (limit === null) return { address: url }
  if (!/^[1-9]\d{0,3}$/.test(limit))
    throw new AppError(
      'settings/invalid',
      `connection_limit in the address of the database is a number of connections from 1 to 9999, not "${limit}".`,
    )
  parsed.searchParams.delete('connection_limit')
  return { address: parsed.href, connections: Number(limit) }
}

/** As `describePostgresError`, for whoever starts a program: whatever an address leads to that is no database of ours. */
function describeOpening(error: unknown, place: string): unknown {
  const described = describePostgresError(error, place)
  if (described instanceof AppError || !(error instanceof Error)) return described
  return new AppError(
    'storage/failed',
    `The database ${place} cannot be opened: ${error.message.replace(/\.?$/, '.')} Check the address that starts with postgres://.`,
    error,
  )
}

/** Host, port and name of the database of an address, without user and password. Throws AppError('settings/invalid'). */
export function placeOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed && /^postgres(ql)?:$/.test(parsed.protocol))
    return `${parsed.hostname || 'localhost'}:${parsed.port || '5432'}${parsed.pathname}`
  throw new AppError(
    'settings/invalid',
    'The address of a database looks like postgres://USER:PASSWORD@HOST:5432/NAME.',
  )
}

function wrap(pool: pg.Pool, place: string): PostgresDatabase {
  const ending = new AbortController()
  // Since when no connection was made; then work that comes later waits no longer than the first.
  let lostAt: number | undefined
  const once = async <T>(work: () => Steps<T>): Promise<T> => {
    const began = performance.now()
    try {
      const result = await attempt(pool, work)
      lostAt = undefined
      return result
    } catch (error) {
      if (isConnectionLost(unwrapped(error))) lostAt ??= began
      else lostAt = undefined
      throw error
    }
  }
  const perform = async <T>(work: () => Steps<T>): Promise<T> => {
    const began = performance.now()
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS))
      try {
        return await once(work)
      } catch (error) {
        if (!mayRepeat(error)) throw describePostgresError(unwrapped(error), place)
        const until = Math.min(began, lostAt ?? began) + RETRY_MS
        if (performance.now() + pause > until || ending.signal.aborted)
          throw describePostgresError(unwrapped(error), place)
        // Spread, so that those who met do not meet again.
        await delay(pause * (0.5 + Math.random()), undefined, { signal: ending.signal }).catch(
          () => undefined,
        )
      }
  }
  const retryWhileBusy: RetryWhileBusy = async (write, signal) => {
    signal?.throwIfAborted()
    return write()
  }
  return {
    dialect: 'postgres',
    ...{ perform, retryWhileBusy, place },
    async attempt(work) {
      try {
        return await once(work)
      } catch (error) {
        throw describePostgresError(unwrapped(error), place)
      }
    },
    async close() {
      ending.abort()
      await pool.end()
    },
  }
}

/** A failure after part of the steps was done for good: they must not be done again. */
class HalfDone extends Error {}

function mayRepeat(error: unknown): boolean {
  return !(error instanceof HalfDone) && failureOf(error) === 'again'
}

function unwrapped(error: unknown): unknown {
  return error instanceof HalfDone ? error.cause : error
}

/** Runs steps once. What lies outside a transaction is a statement of its own. */
async function attempt<T>(pool: pg.Pool, work: () => Steps<T>): Promise<T> {
  let hasWritten = false
  const answer = async (step: Step): Promise<unknown> => {
    if (step.kind === 'transaction') {
      const result = await inTransaction(pool, step.work)
      hasWritten = true
      return result
    }
    const isReading = step.kind === 'all' && /^\s*SELECT\b/i.test(step.sql)
    const result = await onConnection(pool, (client) => query(client, step, isReading))
    hasWritten ||= !isReading
    return result
  }
  try {
    return await drive(work(), answer)
  } catch (error) {
    throw hasWritten && failureOf(error) === 'again' ? new HalfDone('', { cause: error }) : error
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw failureOf(error) === 'unknown' ? new NothingWritten(error) : error
  }
}

async function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connect(pool)
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    if (failureOf(error) !== 'final') broken = new Error('lost', { cause: error })
    throw error
  } finally {
    // Given an error, the pool closes the connection instead of keeping it.
    client.release(broken)
  }
}

/** Serializable: what the steps have read is still so when they are written. */
async function inTransaction<T>(pool: pg.Pool, work: () => Steps<T>): Promise<T> {
  const client = await connect(pool)
  let broken: Error | undefined
  try {
    await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE')
    const answer = (step: Step): Promise<unknown> =>
      step.kind === 'transaction' ? drive(step.work(), answer) : query(client, step, false)
    const result = await drive(work(), answer).catch((error) => {
      // Before the commit nothing is written, whatever became of the connection.
      throw failureOf(error) === 'unknown' ? new NothingWritten(error) : error
    })
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** A connection that broke before anything was written; its code is one of those after which is tried again. */
class NothingWritten extends Error {
  readonly code = '08001'
  constructor(cause: unknown) {
    super('The connection broke before anything was written.', { cause })
  }
}

async function query(
  on: pg.PoolClient,
  step: Exclude<Step, { kind: 'transaction' }>,
  isReading: boolean,
): Promise<unknown> {
  try {
    const { sql, lists } = numbered(step.sql)
    const values = step.values.map((value, i) => asParameter(value, lists.has(i)))
    const result = await on.query(sql, values)
    return step.kind === 'all' ? result.rows : (result.rowCount ?? 0)
  } catch (error) {
    throw isReading && failureOf(error) === 'unknown' ? new NothingWritten(error) : error
  }
}

/** pg sends bytes from a Buffer alone, and its own view of the memory. */
function asParameter(value: Value, isList: boolean): Value {
  if (typeof value === 'string') return isList ? listToStored(value) : toStored(value)
  if (typeof value === 'object' && value !== null)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return value
}

async function drive<T>(steps: Steps<T>, answer: (step: Step) => Promise<unknown>): Promise<T> {
  let turn = steps.next()
  while (!turn.done) {
    let given: unknown
    try {
      given = await answer(turn.value)
    } catch (error) {
      turn = steps.throw(error)
      continue
    }
    turn = steps.next(given)
  }
  return turn.value
}
