/**
 * Changes of every save of the script. `body` of current_script is the script as of its `revision`; the changes
 * after that (JSON of shared/script-changes.ts) lead to `script_head.revision`. Changes up to `pruned_to` are gone.
 */
export const scriptChanges = {
  name: '0010-script-changes',
  sql: `
    ALTER TABLE current_script ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE script_head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      uid TEXT NOT NULL,
      revision INTEGER NOT NULL,
      pruned_to INTEGER NOT NULL
    ) STRICT;
    INSERT INTO script_head VALUES (1, lower(hex(randomblob(16))), 0, 0);
    CREATE TABLE script_changes (
      revision INTEGER PRIMARY KEY,
      window TEXT NOT NULL,
      number INTEGER NOT NULL,
      saved_at TEXT NOT NULL,
      changes TEXT NOT NULL
    ) STRICT;
    CREATE INDEX script_changes_by_window ON script_changes (window, number);
  `,
} as const
