import type { PostgresMigration } from '#storage/postgres/migration.ts'

const text = 'TEXT COLLATE "C"'

/** JWTs that were revoked, as in storage/db/migrations/0023-revoked-jwts.ts. */
export const revokedJwts: PostgresMigration = {
  name: '0006-revoked-jwts',
  readableFrom: 1,
  sql: `
    CREATE TABLE revoked_jwts (
      jti ${text} PRIMARY KEY,
      revoked_at ${text} NOT NULL,
      ends_at ${text}
    );
  `,
}
