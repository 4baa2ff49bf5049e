import { z } from 'zod'
import { type Awaitable, all, type RowDatabase, run, type Steps, transaction } from './steps.ts'

/** An account: it has voices, files and a quota of its own. */
export interface Account {
  readonly name: string
  /** Whether generated audio is kept in the account's files where the request allows it. */
  readonly keepAudio: boolean
  /** Quota of its files, in bytes. */
  readonly quotaBytes: number
}

export interface Accounts {
  /** Makes the account where there is none of that name. The name has been checked (`AccountName`). */
  ensure(name: string): Awaitable<Account>
  /** All accounts, by name. */
  list(): Awaitable<readonly Account[]>
  /** Changes what is given of an account, and makes it where it is missing. */
  change(name: string, settings: Partial<Omit<Account, 'name'>>): Awaitable<Account>
}

const Row = z
  .object({ name: z.string(), keep_audio: z.number(), quota_bytes: z.number() })
  .transform(({ name, keep_audio, quota_bytes }): Account => {
    return { name, keepAudio: keep_audio === 1, quotaBytes: quota_bytes }
  })
const Rows = z.array(Row)
const COLUMNS = 'name, keep_audio, quota_bytes'

/** The accounts of a library. Throws AppError('storage/failed') and ('storage/busy'). */
export function createAccounts(database: RowDatabase, now: () => Date): Accounts {
  return {
    ensure: (name) => database.perform(() => ensureAccount(name, now)),
    list: () =>
      database.perform(function* () {
        return Rows.parse(yield* all(`SELECT ${COLUMNS} FROM accounts ORDER BY name`))
      }),
    change: (name, settings) =>
      database.perform(() =>
        transaction(function* () {
          const changed = { ...(yield* ensureAccount(name, now)), ...settings }
          const sql = 'UPDATE accounts SET keep_audio = ?, quota_bytes = ? WHERE name = ?'
          yield* run(sql, changed.keepAudio ? 1 : 0, changed.quotaBytes, name)
          return changed
        }),
      ),
  }
}

/** The account of this name, made where there is none. Looked for first: most are there, and a look writes nothing. */
export function* ensureAccount(name: string, now: () => Date): Steps<Account> {
  const [known] = Rows.parse(yield* all(`SELECT ${COLUMNS} FROM accounts WHERE name = ?`, name))
  if (known) return known
  // Of two that make it at once, both get the one that is there.
  return yield* transaction(function* () {
    const [made] = yield* all(
      `INSERT INTO accounts (name, created_at) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING ${COLUMNS}`,
      ...[name, now().toISOString()],
    )
    return Row.parse(made)
  })
}
