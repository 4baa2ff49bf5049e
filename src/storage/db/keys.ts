import { z } from 'zod'
import { SCOPES, type Scope } from '#shared/access.ts'
import type { Database } from './database.ts'

/** A token as the library keeps it: its SHA-256, never the token. Times in RFC 3339, UTC. */
export interface KeyRow {
  readonly id: number
  readonly kind: 'key' | 'guest'
  readonly name: string
  readonly account: string
  readonly scopes: readonly Scope[]
  /** Its first characters. Keys from before they were kept have none. */
  readonly start: string | undefined
  readonly sha256: Uint8Array
  readonly createdAt: string
  readonly lastUsedAt: string | undefined
  readonly expiresAt: string | undefined
  readonly revokedAt: string | undefined
}

export type NewKey = Omit<KeyRow, 'id' | 'lastUsedAt' | 'revokedAt'>

/** The tokens of a data folder. Throws AppError('storage/failed') and ('storage/busy') where the file cannot be used. */
export interface KeyRows {
  /** Whether there was ever a key here, a revoked one included. */
  any(): boolean
  /** Oldest first. */
  list(): readonly KeyRow[]
  byHash(sha256: Uint8Array): KeyRow | undefined
  byId(id: number): KeyRow | undefined
  add(key: NewKey): KeyRow
  /** Deletes a token without a trace. */
  remove(id: number): void
  /** Keeps the time of a revocation that was made before. */
  revoke(id: number, at: string): void
  /** Remembers when tokens were used last, all in one write. */
  used(times: ReadonlyMap<number, string>): void
  /** Takes out guest tokens that expired before `time`. */
  purgeGuests(time: string): void
  transaction<T>(work: () => T): T
}

const text = z.string().nullable()
const Row = z.object({
  id: z.number(),
  kind: z.enum(['key', 'guest']),
  name: z.string(),
  account: z.string(),
  scopes: z.string(),
  start: text,
  sha256: z.instanceof(Uint8Array),
  created_at: z.string(),
  last_used_at: text,
  expires_at: text,
  revoked_at: text,
})

/** The table of API keys and guest tokens. */
export function createKeyRows(database: Database): KeyRows {
  const select = (rest: string, ...values: (string | number | Uint8Array)[]): KeyRow[] =>
    database.all(`SELECT * FROM keys ${rest}`, ...values).map(read)
  return {
    any: () => database.all("SELECT 1 FROM keys WHERE kind = 'key' LIMIT 1").length > 0,
    list: () => select('ORDER BY id'),
    byHash: (sha256) => select('WHERE sha256 = ?', sha256)[0],
    byId: (id) => select('WHERE id = ?', id)[0],
    add({ kind, name, account, scopes, start, sha256, createdAt, expiresAt }) {
      const [row] = database.all(
        `INSERT INTO keys (kind, name, account, scopes, start, sha256, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        ...[kind, name, account, scopes.join(' '), start ?? null],
        ...[sha256, createdAt, expiresAt ?? null],
      )
      return read(row)
    },
    remove(id) {
      database.run('DELETE FROM keys WHERE id = ?', id)
    },
    revoke(id, at) {
      database.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id)
    },
    used(times) {
      database.transaction(() => {
        for (const [id, at] of times)
          database.run(
            "UPDATE keys SET last_used_at = max(?, coalesce(last_used_at, '')) WHERE id = ?",
            ...[at, id],
          )
      })
    },
    purgeGuests(time) {
      database.run("DELETE FROM keys WHERE kind = 'guest' AND expires_at < ?", time)
    },
    transaction: database.transaction,
  }
}

function read(value: unknown): KeyRow {
  const row = Row.parse(value)
  const words = new Set(row.scopes.split(' '))
  return {
    ...{ id: row.id, kind: row.kind, name: row.name, account: row.account, sha256: row.sha256 },
    scopes: SCOPES.filter((scope) => words.has(scope)),
    start: row.start ?? undefined,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }
}
