/**
 * Browsers that are signed in to the studio, by the hash of the secret that each of them keeps; links that sign one in, by
 * the hash of their token; and the programs that serve the studio from this data folder now. The cookies of before, which
 * every port of the host received, open nothing any more. Times in milliseconds since 1970.
 */
export const signedInBrowsers = {
  name: '0014-signed-in-browsers',
  sql: `
    DROP TABLE IF EXISTS browsers;
    CREATE TABLE browsers (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      hash TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      signed_in_by TEXT NOT NULL CHECK (signed_in_by IN ('link', 'key')),
      process TEXT NOT NULL,
      signed_in_at INTEGER NOT NULL,
      seen_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE sign_in_links (
      hash TEXT PRIMARY KEY,
      process TEXT NOT NULL,
      made_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE studios (
      process TEXT PRIMARY KEY,
      url TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
} as const
