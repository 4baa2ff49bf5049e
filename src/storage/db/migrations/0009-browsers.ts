/** Browsers that a link has signed in to the studio, by the hash of what they show. Milliseconds since 1970. */
export const browsers = {
  name: '0009-browsers',
  sql: `
    CREATE TABLE browsers (
      hash TEXT PRIMARY KEY,
      seen_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
} as const
