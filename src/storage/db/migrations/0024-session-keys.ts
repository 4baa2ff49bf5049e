/**
 * What the sessions of browsers are checked by: `public_key`, of the key pair that the browser has made (NULL: it keeps a
 * secret); `server_key`, the private key with which the server proves itself to this browser; `granted_by`, see
 * app/access/grants.ts. Sessions of before, whose secret a page could read, are ended.
 */
export const sessionKeys = {
  name: '0024-session-keys',
  sql: `
    DELETE FROM browsers;
    ALTER TABLE browsers ADD COLUMN public_key TEXT;
    ALTER TABLE browsers ADD COLUMN server_key TEXT;
    ALTER TABLE browsers ADD COLUMN granted_by TEXT;
  `,
} as const
