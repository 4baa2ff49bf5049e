import type { PostgresMigration } from '#storage/postgres/migration.ts'

const text = 'TEXT COLLATE "C"'

/**
 * Keys of the sessions of browsers, as in storage/db/migrations/0024-session-keys.ts. `granted_by` replaces the sealed keys: no
 * browser has a secret any more with which one could be opened.
 */
export const sessionKeys: PostgresMigration = {
  name: '0007-session-keys',
  readableFrom: 7,
  sql: `
    DELETE FROM browsers;
    DROP TABLE browser_keys;
    ALTER TABLE browsers
      ADD COLUMN public_key ${text},
      ADD COLUMN server_key ${text},
      ADD COLUMN granted_by ${text};
  `,
}
