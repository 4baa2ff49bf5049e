/**
 * Where projects lie. `path` is relative to the data folder where the project lies in it, so that the data folder can be
 * moved and restored elsewhere. `trash_path`: where a deleted project waits. `script_moved`: the one script of older
 * libraries has become a project; its tables stay as they were.
 */
export const projects = {
  name: '0017-projects',
  sql: `
    CREATE TABLE projects (
      id TEXT PRIMARY KEY,
      path TEXT NOT NULL,
      title TEXT NOT NULL,
      created_at TEXT NOT NULL,
      opened_at TEXT,
      archived_at TEXT,
      deleted_at TEXT,
      trash_path TEXT
    ) STRICT;
    CREATE TABLE project_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      last_opened TEXT,
      script_moved INTEGER NOT NULL
    ) STRICT;
    INSERT INTO project_state VALUES (1, NULL, 0);
  `,
} as const
