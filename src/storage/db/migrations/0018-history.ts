/**
 * What was spoken, and which files were exported. `said_at` and `exported_at` in milliseconds since 1970. `text` has at most the first
 * 80 characters. `real_time_factor` is NULL where the listener held the speech back. `path`: where an exported file was written.
 */
export const history = {
  name: '0018-history',
  sql: `
    CREATE TABLE spoken (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      said_at INTEGER NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('studio', 'export', 'api')),
      key_name TEXT,
      voice TEXT NOT NULL,
      engine TEXT NOT NULL,
      language TEXT NOT NULL,
      text TEXT NOT NULL,
      characters INTEGER NOT NULL,
      seconds REAL NOT NULL,
      first_sound_ms REAL NOT NULL,
      total_ms REAL NOT NULL,
      real_time_factor REAL,
      memory_bytes INTEGER NOT NULL,
      is_whole INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE exports (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      exported_at INTEGER NOT NULL,
      file_name TEXT NOT NULL,
      format TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      seconds REAL,
      title TEXT NOT NULL,
      project_id TEXT,
      path TEXT NOT NULL,
      sidecar_path TEXT
    ) STRICT;
    CREATE INDEX exports_by_path ON exports (path);
  `,
} as const
