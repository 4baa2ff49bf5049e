import type { Awaitable } from './awaitable.ts'
import type { RetryWhileBusy } from './busy-retry.ts'

export type { Awaitable } from './awaitable.ts'

/** A value of a column, or for a placeholder. */
export type Value = string | number | bigint | Uint8Array | null

/** What a row store asks of its database. */
export type Step =
  /** Rows of a query. */
  | { readonly kind: 'all'; readonly sql: string; readonly values: readonly Value[] }
  /** One statement; the answer is the number of rows that it changed. */
  | { readonly kind: 'run'; readonly sql: string; readonly values: readonly Value[] }
  /** Steps that happen all or not at all, and beside no other write; the answer is what they return. */
  | { readonly kind: 'transaction'; readonly work: () => Steps<unknown> }

/**
 * Work on a database, written once for both kinds: a generator that hands out one step after the other and is given each
 * answer. `Database.perform` runs it. The SQL in it is what SQLite and PostgreSQL both understand, with `?` for values.
 */
export type Steps<T> = Generator<Step, T, unknown>

/** A database as row stores use it: SQLite's file (database.ts) or a PostgreSQL server (storage/postgres). */
export interface RowDatabase {
  readonly dialect: 'sqlite' | 'postgres'
  /** Runs steps to their end. Throws AppError('storage/failed'), ('storage/busy') and ('storage/full'), and what the steps throw. */
  perform<T>(work: () => Steps<T>): Awaitable<T>
  /** See busy-retry.ts. */
  readonly retryWhileBusy: RetryWhileBusy
}

/** The rows of a query, as the database returns them: parse them before use. */
export function* all(sql: string, ...values: readonly Value[]): Steps<unknown[]> {
  return (yield { kind: 'all', sql, values }) as unknown[]
}

/** Runs one statement; returns the number of rows that it changed. */
export function* run(sql: string, ...values: readonly Value[]): Steps<number> {
  return (yield { kind: 'run', sql, values }) as number
}

/**
 * Runs steps in a transaction: all or nothing, and nobody else writes what they have read. One inside another joins it.
 * Returns what `work` returns.
 */
export function* transaction<T>(work: () => Steps<T>): Steps<T> {
  return (yield { kind: 'transaction', work }) as T
}

/**
 * Placeholders and values for `… IN (…)`. Texts are one value, a JSON list (storage/postgres/placeholders.ts has PostgreSQL's way
 * to read it). Numbers are one each, at most 16,384: their count is a power of two (the last value is repeated), so that few
 * statements have to be prepared.
 */
export function listOf(values: readonly string[] | readonly number[]): {
  readonly placeholders: string
  readonly values: readonly Value[]
} {
  if (typeof values[0] === 'string')
    return { placeholders: '(SELECT value FROM json_each(?))', values: [JSON.stringify(values)] }
  let size = 1
  while (size < values.length) size *= 2
  const last = values.at(-1) ?? null
  const padded = Array.from({ length: size }, (_, i): Value => values[i] ?? last)
  return { placeholders: `(${padded.map(() => '?').join(', ')})`, values: padded }
}
