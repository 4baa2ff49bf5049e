import type { PostgresMigration } from '#storage/postgres/migration.ts'

const text = 'TEXT COLLATE "C"'

/**
 * What only several nodes on one database need. `nodes`: who is at work (node.ts); numbers are given once and in order.
 * `browser_keys`: the key that opened a browser's session, sealed with the secret that only this browser has
 * (storage/db/browsers.ts). `rate_minutes`: requests of each token (rate-minutes.ts), worth nothing after a minute and therefore
 * not logged. And the account with which a library begins.
 */
export const nodes: PostgresMigration = {
  name: '0002-nodes',
  readableFrom: 2,
  sql: `
    CREATE TABLE node_numbers (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      last BIGINT NOT NULL
    );
    INSERT INTO node_numbers (id, last) VALUES (1, 0);
    CREATE TABLE nodes (
      mark ${text} PRIMARY KEY,
      started_at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL
    );
    CREATE TABLE browser_keys (
      hash ${text} PRIMARY KEY REFERENCES browsers (hash) ON DELETE CASCADE,
      sealed BYTEA NOT NULL
    );
    CREATE UNLOGGED TABLE rate_minutes (
      token ${text} PRIMARY KEY,
      ends_at BIGINT NOT NULL,
      requests BIGINT NOT NULL
    );
    CREATE INDEX rate_minutes_by_end ON rate_minutes (ends_at);
    INSERT INTO accounts (name, created_at)
      VALUES ('owner', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      ON CONFLICT (name) DO NOTHING;
  `,
}
