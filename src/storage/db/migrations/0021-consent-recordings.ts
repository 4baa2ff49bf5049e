/** Recordings in which somebody agrees to a voice, account by account. `id` is that of the file with the sound. */
export const consentRecordings = {
  name: '0021-consent-recordings',
  sql: `
    CREATE TABLE consent_recordings (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      name TEXT NOT NULL,
      language TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX consent_recordings_by_account ON consent_recordings (account, number);
  `,
} as const
