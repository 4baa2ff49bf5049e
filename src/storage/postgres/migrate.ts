import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import type { PostgresMigration } from './migration.ts'
import { service } from './migrations/0001-service.ts'
import { nodes } from './migrations/0002-nodes.ts'
import { batches } from './migrations/0003-batches.ts'
import { consentRecordings } from './migrations/0004-consent-recordings.ts'
import { batchLosses } from './migrations/0005-batch-losses.ts'
import { revokedJwts } from './migrations/0006-revoked-jwts.ts'
import { sessionKeys } from './migrations/0007-session-keys.ts'

/** Migrations of a service's database, in order. */
export const POSTGRES_MIGRATIONS: readonly PostgresMigration[] = [
  service,
  nodes,
  batches,
  consentRecordings,
  batchLosses,
  revokedJwts,
  sessionKeys,
]

/** Number of the advisory lock that only one node at a time holds while it migrates: "griot" in ASCII. */
const MIGRATION_LOCK = 0x67_72_69_6f_74

/**
 * Brings the tables up to date: of several nodes that start at once, one does it and the others wait. Tables that a newer Griot
 * has made are accepted where that version says that this one can use them. Throws AppError('storage/failed') where not, and
 * errors of PostgreSQL.
 */
export async function migrate(
  client: pg.ClientBase,
  migrations: readonly PostgresMigration[] = POSTGRES_MIGRATIONS,
): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(
      `CREATE TABLE IF NOT EXISTS griot_schema (
         id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, readable_from INTEGER NOT NULL)`,
    )
    const { rows } = await client.query<{ version: number; readable_from: number }>(
      'SELECT version, readable_from FROM griot_schema',
    )
    const { version = 0, readable_from: readableFrom = 0 } = rows[0] ?? {}
    refuseNewer(version, readableFrom, migrations.length)
    for (const migration of migrations.slice(version)) await client.query(migration.sql)
    if (version < migrations.length)
      await client.query(
        `INSERT INTO griot_schema (id, version, readable_from) VALUES (1, $1, $2)
         ON CONFLICT (id) DO UPDATE
         SET version = excluded.version, readable_from = excluded.readable_from`,
        [migrations.length, migrations.at(-1)?.readableFrom ?? 0],
      )
    await client.query('COMMIT')
  } catch (error) {
    // The failure itself is what counts; a connection that is gone rolls back by itself.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Throws AppError('storage/failed') where tables of `version` can only be used by a Griot that knows the version `readableFrom`. */
export function refuseNewer(version: number, readableFrom: number, supported: number): void {
  if (version <= supported || readableFrom <= supported) return
  throw new AppError(
    'storage/failed',
    `The tables in the database were made by a newer version of Griot (version ${version}; this Griot supports versions up to ${supported}). Update this node.`,
  )
}
