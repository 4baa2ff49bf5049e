import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  all,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from '#storage/db/steps.ts'
import type { MovedTable } from './tables.ts'

type Row = Readonly<Record<string, Value>>
const Rows = z.array(
  z.record(
    z.string(),
    z.union([z.string(), z.number(), z.bigint(), z.instanceof(Uint8Array), z.null()]),
  ),
)
const Counts = z.tuple([z.object({ count: z.number() })])
const PAGE = 500
const DIGEST_BITS = 256n

/** How many rows of a table move, and a digest of them in which their order does not count. */
export interface TableState {
  readonly count: number
  readonly digest: string
}

/** Number of rows that move. */
export async function countRows(database: RowDatabase, table: MovedTable): Promise<number> {
  const sql = `SELECT count(*) AS count FROM ${table.name}${table.where ? ` WHERE ${table.where}` : ''}`
  const [{ count }] = Counts.parse(await database.perform(() => all(sql)))
  return count
}

/**
 * Copies the rows of a table that are not there yet, and brings those that are there up to date. Every page is written whole or not at all. Throws what the databases
 * throw, and the reason of `signal`.
 */
export async function copyRows(
  source: RowDatabase,
  target: RowDatabase,
  table: MovedTable,
  signal: AbortSignal,
  onRows: (count: number) => void,
): Promise<void> {
  for await (const rows of pages(source, table)) {
    signal.throwIfAborted()
    await target.perform(() => transaction(() => put(table, rows)))
    onRows(rows.length)
  }
  const { numbered } = table
  if (numbered !== undefined && target.dialect === 'postgres')
    // The next number follows the highest one.
    await target.perform(() =>
      all(
        `SELECT setval(pg_get_serial_sequence('${table.name}', '${numbered}'), coalesce(max(${numbered}), 1), max(${numbered}) IS NOT NULL) FROM ${table.name}`,
      ),
    )
}

function* put({ name, key }: MovedTable, rows: readonly Row[]): Steps<void> {
  for (const row of rows) {
    const columns = Object.keys(row)
    const others = columns.filter((column) => !key.includes(column))
    const sets = others.map((column) => `${column} = excluded.${column}`).join(', ')
    yield* run(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
       ON CONFLICT (${key.join(', ')}) DO ${sets === '' ? 'NOTHING' : `UPDATE SET ${sets}`}`,
      ...columns.map((column) => row[column] ?? null),
    )
  }
}

/** Counts the rows that move, and sums up their SHA-256. */
export async function stateOf(database: RowDatabase, table: MovedTable): Promise<TableState> {
  let [count, sum] = [0, 0n]
  for await (const rows of pages(database, table))
    for (const row of rows) {
      count++
      sum = (sum + BigInt(`0x${digestOf(row)}`)) % (1n << DIGEST_BITS)
    }
  return { count, digest: sum.toString(16).padStart(64, '0') }
}

function digestOf(row: Row): string {
  const columns = Object.keys(row).sort()
  const values = columns.map((column) => [column, plain(row[column] ?? null)])
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

/** Both databases give a value in the same form, but for bytes. */
function plain(value: Value): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
  return typeof value === 'bigint' ? Number(value) : value
}

/** The rows that move, page by page. */
async function* pages(
  database: RowDatabase,
  { name, key, where }: MovedTable,
): AsyncGenerator<readonly Row[]> {
  const order = key.join(', ')
  let after: readonly Value[] | undefined
  for (;;) {
    const conditions = [
      ...(where === undefined ? [] : [where]),
      ...(after ? [`(${order}) > (${key.map(() => '?').join(', ')})`] : []),
    ]
    const filter = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
    const sql = `SELECT * FROM ${name}${filter} ORDER BY ${order} LIMIT ${PAGE}`
    const values = after ?? []
    const rows: readonly Row[] = Rows.parse(await database.perform(() => all(sql, ...values)))
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = key.map((column) => last[column] ?? null)
  }
}
