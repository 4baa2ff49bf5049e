/** The key that a first start made, by which process, and when somebody was shown it: nobody ever, where that is empty. */
export const firstKey = {
  name: '0013-first-key',
  sql: `
    CREATE TABLE first_key (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      key_id INTEGER NOT NULL,
      process TEXT NOT NULL,
      shown_at TEXT
    ) STRICT;
  `,
} as const
