/**
 * Translations that people have corrected, account by account. `folded` is `source` as it is compared
 * (app/translation-memory/fold.ts); languages are codes of shared/languages.
 */
export const translationMemory = {
  name: '0016-translation-memory',
  sql: `
    CREATE TABLE translations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account TEXT NOT NULL,
      source_language TEXT NOT NULL,
      target_language TEXT NOT NULL,
      folded TEXT NOT NULL,
      source TEXT NOT NULL,
      target TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      UNIQUE (account, source_language, target_language, folded)
    ) STRICT;
    CREATE INDEX translations_by_account ON translations (account, id);
  `,
} as const
