/**
 * Who this library is and which state of it this is, so that a folder of files can tell its library from another one and
 * from an older copy; and what was deleted on purpose, so that files without a row are only deleted where someone wanted
 * it. The triggers see every way in which a row goes. `number` is that of the deletion.
 */
export const identity = {
  name: '0011-identity',
  sql: `
    CREATE TABLE library_identity (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      identity TEXT NOT NULL,
      generation INTEGER NOT NULL
    ) STRICT;
    INSERT INTO library_identity VALUES (1, lower(hex(randomblob(16))), 0);
    CREATE TABLE deletions (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('file', 'voice', 'answer')),
      id TEXT NOT NULL,
      account TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER file_deleted AFTER DELETE ON files BEGIN
      INSERT INTO deletions (kind, id, account) VALUES ('file', old.id, old.account);
    END;
    CREATE TRIGGER voice_deleted AFTER DELETE ON voices BEGIN
      INSERT INTO deletions (kind, id, account) VALUES ('voice', old.id, old.account);
    END;
    CREATE TRIGGER answer_deleted AFTER DELETE ON answers BEGIN
      INSERT INTO deletions (kind, id, account) VALUES ('answer', old.id, old.account);
    END;
  `,
} as const
