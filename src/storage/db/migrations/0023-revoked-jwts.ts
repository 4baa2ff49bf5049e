/** JWTs of the issuer that are refused although they are valid, by their `jti`, until they end; `ends_at` NULL: for good. */
export const revokedJwts = {
  name: '0023-revoked-jwts',
  sql: `
    CREATE TABLE revoked_jwts (
      jti TEXT PRIMARY KEY,
      revoked_at TEXT NOT NULL,
      ends_at TEXT
    ) STRICT;
  `,
} as const
