/**
 * How a person wants words to be said. `folded` is the word as it is compared (speech/dictionary/fold.ts), `first_part`
 * what it is looked up by; no language and no project are '', so that they count in the unique index.
 */
export const pronunciations = {
  name: '0002-pronunciations',
  sql: `
    CREATE TABLE pronunciations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      word TEXT NOT NULL,
      folded TEXT NOT NULL,
      first_part TEXT NOT NULL,
      say_as TEXT,
      ipa TEXT,
      language TEXT NOT NULL,
      project_id TEXT NOT NULL,
      case_sensitive INTEGER NOT NULL CHECK (case_sensitive IN (0, 1)),
      CHECK ((say_as IS NULL) <> (ipa IS NULL)),
      UNIQUE (folded, project_id, language, case_sensitive)
    ) STRICT;
    CREATE INDEX pronunciations_by_first_part ON pronunciations (first_part);
  `,
} as const
