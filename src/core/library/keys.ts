import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Access } from '#core/access/access.ts'
import { OWNER, SCOPES } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Database } from './database.ts'

export interface KeyOptions {
  readonly now: () => Date
  readonly randomBytes: (size: number) => Uint8Array
  /** Accepted besides the stored keys, under the name "environment"; never stored. Blank ones are left out. */
  readonly extraKeys: readonly string[]
}

const KEY_BYTES = 32
const StoredKey = z.object({ name: z.string(), sha256: z.instanceof(Uint8Array) })

/** The API keys of a data folder. Makes the first one where there is none yet: it is in `first` for this start only. */
export function createKeys(database: Database, options: KeyOptions): Access {
  const extra = options.extraKeys
    .map((key) => key.trim())
    .filter((key) => key !== '')
    .map((key) => ({ name: 'environment', sha256: sha256(key) }))
  const first = database.transaction(() => makeFirst(database, options))
  // Read anew each time (a few rows): a key that another process adds or deletes counts at once.
  const stored = (): z.infer<typeof StoredKey>[] =>
    z.array(StoredKey).parse(database.all('SELECT name, sha256 FROM keys ORDER BY id'))
  return {
    first,
    authenticate: async (token) => {
      const hash = sha256(token)
      // Every key is compared, in constant time, so that the time taken says nothing about which one was near.
      const matches = [...extra, ...stored()].filter((key) => timingSafeEqual(key.sha256, hash))
      const [match] = matches
      if (!match)
        throw new AppError(
          'access/refused',
          'This API key is not known here. Check that it was copied whole.',
        )
      return {
        account: OWNER,
        kind: 'key',
        tokenId: `key ${match.name}`,
        tokenName: match.name,
        scopes: new Set(SCOPES),
      }
    },
  }
}

function makeFirst(database: Database, { now, randomBytes }: KeyOptions): string | undefined {
  if (database.all('SELECT 1 FROM keys LIMIT 1').length > 0) return undefined
  const key = `griot_${Buffer.from(randomBytes(KEY_BYTES)).toString('base64url')}`
  database.run(
    'INSERT INTO keys (name, sha256, created_at) VALUES (?, ?, ?)',
    'first key',
    sha256(key),
    now().toISOString(),
  )
  return key
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
