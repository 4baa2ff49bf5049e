import { z } from 'zod'
import { SCOPES, type Scope } from '#shared/access.ts'
import {
  type Awaitable,
  all,
  type RowDatabase,
  run,
  type Steps,
  transaction,
  type Value,
} from './steps.ts'

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

/** The tokens of a library. Throws AppError('storage/failed') and ('storage/busy') where it cannot be used. */
export interface KeyRows {
  /** Oldest first. */
  list(): Awaitable<readonly KeyRow[]>
  byHash(sha256: Uint8Array): Awaitable<KeyRow | undefined>
  byId(id: number): Awaitable<KeyRow | undefined>
  add(key: NewKey): Awaitable<KeyRow>
  /** Keeps the time of a revocation that was made before. */
  revoke(id: number, at: string): Awaitable<void>
  /** Remembers when tokens were used last, all in one write. */
  used(times: ReadonlyMap<number, string>): Awaitable<void>
  /** Takes out guest tokens that expired before `time`. */
  purgeGuests(time: string): Awaitable<void>
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
export function createKeyRows(database: RowDatabase): KeyRows {
  return {
    list: () => database.perform(listKeys),
    byHash: (sha256) => database.perform(() => findOne('sha256 = ?', sha256)),
    byId: (id) => database.perform(() => findKey(id)),
    add: (key) => database.perform(() => addKey(key)),
    revoke: (id, at) => database.perform(() => revokeKey(id, at)),
    used: (times) => database.perform(() => transaction(() => setLastUsed(times))),
    purgeGuests: (time) => database.perform(() => purgeGuestKeys(time)),
  }
}

/** Whether there was ever a key, a revoked one included. */
export function* hasKeys(): Steps<boolean> {
  return (yield* all("SELECT id FROM keys WHERE kind = 'key' LIMIT 1")).length > 0
}

/** All tokens, the oldest first. */
export function* listKeys(): Steps<readonly KeyRow[]> {
  return (yield* all('SELECT * FROM keys ORDER BY id')).map(read)
}

/** The token of this number; undefined where there is none. */
export function findKey(id: number): Steps<KeyRow | undefined> {
  return findOne('id = ?', id)
}

/** Adds a token of an account that is there; returns it with its number. */
export function* addKey(key: NewKey): Steps<KeyRow> {
  const { kind, name, account, scopes, start, sha256, createdAt, expiresAt } = key
  const [row] = yield* all(
    `INSERT INTO keys (kind, name, account, scopes, start, sha256, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    ...[kind, name, account, scopes.join(' '), start ?? null],
    ...[sha256, createdAt, expiresAt ?? null],
  )
  return read(row)
}

/** Deletes a token without a trace. */
export function* removeKey(id: number): Steps<void> {
  yield* run('DELETE FROM keys WHERE id = ?', id)
}

/** Revokes a token, and keeps the time of a revocation that was made before. */
export function* revokeKey(id: number, at: string): Steps<void> {
  yield* run('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id)
}

/** Takes out guest tokens that expired before `time`. */
export function* purgeGuestKeys(time: string): Steps<void> {
  yield* run("DELETE FROM keys WHERE kind = 'guest' AND expires_at < ?", time)
}

function* setLastUsed(times: ReadonlyMap<number, string>): Steps<void> {
  // In one order, so that two programs that write the same tokens never wait for each other.
  for (const [id, at] of [...times].sort(([one], [other]) => one - other))
    yield* run(
      'UPDATE keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)',
      ...[at, id, at],
    )
}

function* findOne(where: string, value: Value): Steps<KeyRow | undefined> {
  const [row] = yield* all(`SELECT * FROM keys WHERE ${where}`, value)
  return row === undefined ? undefined : read(row)
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
