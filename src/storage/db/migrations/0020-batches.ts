/**
 * Batches of lines to speak, and the chunks into which their lines are cut. `settings` and `output` are JSON. A chunk is the lines
 * `first_line` to `last_line` of a batch, which lie from `start_byte` to before `end_byte` of its input; `not_before` and
 * `lease_until` are in milliseconds since 1970. The bytes of inputs and results lie among the blobs.
 */
export const batches = {
  name: '0020-batches',
  sql: `
    CREATE TABLE batches (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      token_name TEXT,
      status TEXT NOT NULL,
      settings TEXT NOT NULL,
      output TEXT NOT NULL,
      error TEXT,
      lines INTEGER NOT NULL,
      input_bytes INTEGER NOT NULL,
      lease_owner TEXT,
      lease_until INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      started_at TEXT,
      finalizing_at TEXT,
      cancelling_at TEXT,
      ended_at TEXT
    ) STRICT;
    CREATE INDEX batches_by_account ON batches (account, number);
    CREATE INDEX batches_by_status ON batches (status, number);
    CREATE TABLE batch_chunks (
      batch_id TEXT NOT NULL REFERENCES batches (id),
      first_line INTEGER NOT NULL,
      last_line INTEGER NOT NULL,
      lines INTEGER NOT NULL,
      start_byte INTEGER NOT NULL,
      end_byte INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('waiting', 'done', 'dead', 'cancelled')),
      attempts INTEGER NOT NULL,
      not_before INTEGER NOT NULL,
      lease_owner TEXT,
      lease_until INTEGER NOT NULL,
      result_key TEXT,
      sound_bytes INTEGER NOT NULL,
      result_bytes INTEGER NOT NULL,
      completed INTEGER NOT NULL,
      failed INTEGER NOT NULL,
      seconds REAL NOT NULL,
      error TEXT,
      PRIMARY KEY (batch_id, first_line, last_line),
      CHECK ((status = 'done') = (result_key IS NOT NULL))
    ) STRICT;
    CREATE INDEX batch_chunks_by_status ON batch_chunks (batch_id, status, first_line);
  `,
} as const
