/**
 * Accounts, and tokens that belong to one: scopes are words with a space between them, times RFC 3339 in UTC. Numbers of
 * tokens are never used again, so that nobody revokes another token than the one they meant. Keys from before are the
 * owner's and may do everything, as they could.
 */
export const access = {
  name: '0003-access',
  sql: `
    CREATE TABLE accounts (
      name TEXT PRIMARY KEY,
      keep_audio INTEGER NOT NULL DEFAULT 0 CHECK (keep_audio IN (0, 1)),
      quota_bytes INTEGER NOT NULL DEFAULT 1000000000 CHECK (quota_bytes >= 0),
      created_at TEXT NOT NULL
    ) STRICT;
    INSERT INTO accounts (name, created_at)
      VALUES ('owner', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
    CREATE TABLE tokens (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('key', 'guest')),
      name TEXT NOT NULL,
      account TEXT NOT NULL REFERENCES accounts (name),
      scopes TEXT NOT NULL,
      start TEXT,
      sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
      created_at TEXT NOT NULL,
      last_used_at TEXT,
      expires_at TEXT,
      revoked_at TEXT
    ) STRICT;
    INSERT INTO tokens (id, kind, name, account, scopes, sha256, created_at)
      SELECT id, 'key', name, 'owner', 'speak voices files text admin', sha256, created_at FROM keys;
    DROP TABLE keys;
    ALTER TABLE tokens RENAME TO keys;
  `,
} as const
