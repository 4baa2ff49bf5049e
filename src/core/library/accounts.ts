import { z } from 'zod'
import type { Database } from './database.ts'

/** Whose voices, files and quota are counted apart. */
export interface Account {
  readonly name: string
  /** Whether generated audio is kept in the account's files where the request allows it. */
  readonly keepAudio: boolean
  /** How much its files may hold, in bytes. */
  readonly quotaBytes: number
}

export interface Accounts {
  /** Makes the account where there is none of that name. The name has been checked (`AccountName`). */
  ensure(name: string): Account
  /** Changes what an account has decided, and makes it where it is missing. */
  change(name: string, settings: Pick<Account, 'keepAudio'>): Account
}

const Row = z.object({ keep_audio: z.number(), quota_bytes: z.number() })

/** The accounts of a data folder. Throws AppError('storage/failed'). */
export function createAccounts(database: Database, now: () => Date): Accounts {
  const find = (name: string): Account | undefined => {
    const [row] = database.all('SELECT keep_audio, quota_bytes FROM accounts WHERE name = ?', name)
    if (row === undefined) return undefined
    const { keep_audio, quota_bytes } = Row.parse(row)
    return { name, keepAudio: keep_audio === 1, quotaBytes: quota_bytes }
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
    change(name, { keepAudio }) {
      ensure(name)
      database.run('UPDATE accounts SET keep_audio = ? WHERE name = ?', keepAudio ? 1 : 0, name)
      return ensure(name)
    },
  }
}
