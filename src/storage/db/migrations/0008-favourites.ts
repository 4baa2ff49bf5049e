/** The voices that people have marked, whoever made them. A mark on a custom voice goes with it. */
export const favourites = {
  name: '0008-favourites',
  sql: `
    CREATE TABLE favourites (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      account TEXT NOT NULL,
      voice_id TEXT NOT NULL,
      UNIQUE (account, voice_id)
    ) STRICT;
    CREATE TRIGGER favourites_of_deleted_voices AFTER DELETE ON voices BEGIN
      DELETE FROM favourites WHERE voice_id = old.id;
    END;
  `,
} as const
