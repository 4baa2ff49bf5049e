/**
 * Which marks a person wants on a Yoruba word. `word` is bare and in small letters, `form` the same with its marks
 * (speech/languages/yo/diacritics/override-word.ts); no project is ''.
 */
export const acceptedForms = {
  name: '0007-accepted-forms',
  sql: `
    CREATE TABLE accepted_forms (
      word TEXT NOT NULL,
      project_id TEXT NOT NULL,
      form TEXT NOT NULL,
      PRIMARY KEY (word, project_id)
    ) STRICT, WITHOUT ROWID;
  `,
} as const
