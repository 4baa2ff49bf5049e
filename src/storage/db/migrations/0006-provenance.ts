/**
 * Signed content, trusted certificates, and the owner’s decisions about manifests. `settings` is JSON of
 * shared/provenance.ts. One request may have several rows: the answer, the copy that was kept of it, a sidecar.
 */
export const provenance = {
  name: '0006-provenance',
  sql: `
    CREATE TABLE provenance_records (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      request_id TEXT NOT NULL,
      account TEXT NOT NULL,
      created_at TEXT NOT NULL,
      voice TEXT NOT NULL,
      language TEXT NOT NULL,
      engine TEXT NOT NULL,
      format TEXT NOT NULL,
      placement TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      manifest_id TEXT NOT NULL,
      certificate_sha256 TEXT NOT NULL
    ) STRICT;
    CREATE INDEX provenance_records_by_request ON provenance_records (request_id, account, number);
    CREATE TABLE provenance_certificates (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      standing TEXT NOT NULL CHECK (standing IN ('own', 'trusted')),
      der BLOB NOT NULL,
      added_at TEXT NOT NULL,
      UNIQUE (standing, der)
    ) STRICT;
    CREATE TABLE provenance_settings (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      settings TEXT NOT NULL
    ) STRICT;
  `,
} as const
