/**
 * Files of accounts (their bytes lie in the folder files/), secrets of this data folder, and answers that are given
 * again when a request is repeated (their bytes lie in the folder answers/). `process` is who works on a row
 * (storage/live-process.ts). `sequence` is the order in which files came, and is never used again.
 */
export const files = {
  name: '0004-files',
  sql: `
    CREATE TABLE files (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('uploading', 'ready')),
      original_name TEXT,
      uploaded_by TEXT,
      created_at TEXT NOT NULL,
      process TEXT NOT NULL,
      media_type TEXT,
      size_bytes INTEGER CHECK (size_bytes >= 0),
      sha256 BLOB CHECK (length(sha256) = 32),
      CHECK ((status = 'ready') = (size_bytes IS NOT NULL)),
      CHECK ((size_bytes IS NULL) = (sha256 IS NULL)),
      CHECK ((size_bytes IS NULL) = (media_type IS NULL))
    ) STRICT;
    CREATE INDEX files_by_account ON files (account, sequence);
    CREATE INDEX file_sizes_by_account ON files (account, size_bytes);
    CREATE TABLE secrets (
      name TEXT PRIMARY KEY,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE answers (
      id TEXT PRIMARY KEY,
      account TEXT NOT NULL,
      operation TEXT NOT NULL,
      key TEXT NOT NULL,
      process TEXT NOT NULL,
      created_at TEXT NOT NULL,
      fingerprint BLOB,
      head TEXT,
      size_bytes INTEGER,
      CHECK ((head IS NULL) = (size_bytes IS NULL)),
      UNIQUE (account, operation, key)
    ) STRICT;
    CREATE INDEX answers_by_age ON answers (created_at);
  `,
} as const
