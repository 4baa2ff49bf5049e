/** API keys (only their SHA-256) and the one current script (JSON of shared/script.ts). */
export const keysAndScript = {
  name: '0001-keys-and-script',
  sql: `
    CREATE TABLE keys (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE current_script (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      body TEXT NOT NULL,
      saved_at TEXT NOT NULL
    ) STRICT;
  `,
} as const
