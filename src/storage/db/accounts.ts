import { z } from 'zod'
import type { Database } from './database.ts'

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
  ensure(name: string): Account
  /** All accounts, by name. */
  list(): readonly Account[]
  /** Changes what is given of an account, and makes it where it is missing. */
  change(name: string, settings: Partial<Omit<Account, 'name'>>): Account
}

const Row = z
  .object({ name: z.string(), keep_audio: z.number(), quota_bytes: z.number() })
  .transform(({ name, keep_audio, quota_bytes }): Account => {
    return { name, keepAudio: keep_audio === 1, quotaBytes: quota_bytes }
  })
const COLUMNS = 'name, keep_audio, quota_bytes'

/** The accounts of a data folder. Throws AppError('storage/failed') and ('storage/busy'). */
export function createAccounts(database: Database, now: () => Date): Accounts {
  const find = (name: string): Account | undefined => {
    const [row] = database.all(`SELECT ${COLUMNS} FROM accounts WHERE name = ?`, name)
    return row === undefined ? undefined : Row.parse(row)
  }
  // Looked for first: most accounts are there, and a look needs no write to the disk.
  const ensure: Accounts['ensure'] = (name) => {
    const known = find(name)
    if (known) return known
    database.run(
      'INSERT INTO accounts (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
      name,
      now().toISOString(),
    )
    return ensure(name)
  }
  return {
    ensure,
    list: () => z.array(Row).parse(database.all(`SELECT ${COLUMNS} FROM accounts ORDER BY name`)),
    change: (name, settings) =>
      database.transaction(() => {
        const { keepAudio, quotaBytes } = { ...ensure(name), ...settings }
        const changed = 'UPDATE accounts SET keep_audio = ?, quota_bytes = ? WHERE name = ?'
        database.run(changed, keepAudio ? 1 : 0, quotaBytes, name)
        return ensure(name)
      }),
  }
}
