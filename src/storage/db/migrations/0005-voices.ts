/**
 * Custom voices, and what was agreed to when each was made. `traits` is JSON of speech/engines/flite/clone/traits.ts, `warnings`
 * a JSON list of what was noticed (shared/custom-voices.ts). A deleted
 * voice leaves only its consent, which names hashes and nobody's sound.
 */
export const voices = {
  name: '0005-voices',
  sql: `
    CREATE TABLE voices (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      name TEXT NOT NULL,
      language TEXT,
      spoken_language TEXT NOT NULL,
      traits TEXT NOT NULL,
      warnings TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX voices_by_account ON voices (account, number);
    CREATE TABLE voice_consents (
      voice_id TEXT PRIMARY KEY,
      account TEXT NOT NULL,
      token_name TEXT NOT NULL,
      statement TEXT NOT NULL,
      purpose TEXT NOT NULL,
      given_at TEXT NOT NULL,
      recording_sha256 BLOB NOT NULL CHECK (length(recording_sha256) = 32),
      transcript_sha256 BLOB NOT NULL CHECK (length(transcript_sha256) = 32),
      voice_deleted_at TEXT
    ) STRICT, WITHOUT ROWID;
  `,
} as const
