import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { type Database, MIGRATIONS } from './database.ts'

/** Files, voices and answers that a library expects on the disk. */
export interface LibraryContents {
  /** The files that are whole. */
  readonly files: readonly {
    readonly id: string
    readonly account: string
    readonly sha256: string
  }[]
  readonly voices: readonly string[]
  readonly answers: readonly string[]
}

const Files = z.array(
  z
    .object({ id: z.string(), account: z.string(), sha256: z.instanceof(Uint8Array) })
    .transform((file) => ({ ...file, sha256: Buffer.from(file.sha256).toString('hex') })),
)
const Ids = z.array(z.object({ id: z.string() }).transform(({ id }) => id))
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const VOICE = /^voice_[\da-f]{32}$/

/** Reads what `database` expects on the disk. Throws AppError('storage/failed') and ('storage/busy'). */
export function contentsOf(database: Database): LibraryContents {
  return {
    files: Files.parse(
      database.all(
        `SELECT id, account, sha256 FROM files WHERE status = 'ready' ORDER BY sequence`,
      ),
    ),
    voices: Ids.parse(database.all('SELECT id FROM voices ORDER BY number')),
    answers: Ids.parse(database.all('SELECT id FROM answers WHERE head IS NOT NULL')),
  }
}

/** Takes out of a copy of a library what was in progress when the copy was made, and what vanished from the disk since. */
export function dropFromCopy(
  copy: Database,
  gone: { readonly [K in keyof LibraryContents]: readonly string[] },
): void {
  copy.transaction(() => {
    copy.run(`DELETE FROM files WHERE status = 'uploading' OR ${IN_LIST}`, json(gone.files))
    copy.run(`DELETE FROM answers WHERE head IS NULL OR ${IN_LIST}`, json(gone.answers))
    copy.run(`DELETE FROM voices WHERE ${IN_LIST}`, json(gone.voices))
    copy.run(
      `UPDATE voice_consents SET voice_deleted_at = given_at
       WHERE voice_deleted_at IS NULL AND voice_id IN (SELECT value FROM json_each(?))`,
      json(gone.voices),
    )
    // Files and projects that were deleted are not in the copy either.
    copy.run('DELETE FROM deletions')
    copy.run('DELETE FROM projects WHERE deleted_at IS NOT NULL')
    // What is in work lies among the blobs, which are not in the copy.
    copy.run(`DELETE FROM batch_chunks WHERE batch_id IN (SELECT id FROM batches WHERE ${OPEN})`)
    copy.run(`DELETE FROM batches WHERE ${OPEN}`)
  })
}

/** Batches that are not over. */
const OPEN = "status NOT IN ('completed', 'cancelled')"
const IN_LIST = 'id IN (SELECT value FROM json_each(?))'
const json = (ids: readonly string[]): string => JSON.stringify(ids)

/** Schema version of this Griot. */
export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Looks at every page and index of a library that came from elsewhere, and whether the names in it are ours: they become
 * paths. Throws AppError('storage/failed').
 */
export function checkLibraryOfBackup(database: Database): void {
  const [verdict] = z
    .array(z.object({ integrity_check: z.string() }))
    .parse(database.all('PRAGMA integrity_check(1)'))
  if (verdict?.integrity_check !== 'ok')
    throw new AppError(
      'storage/failed',
      `The library in the backup is damaged (${verdict?.integrity_check}). Use another backup.`,
    )
  const ids = (table: string): readonly string[] =>
    Ids.parse(database.all(`SELECT id FROM ${table}`))
  const pending = Ids.parse(database.all(`SELECT id FROM deletions WHERE kind <> 'voice'`))
  const voices = Ids.parse(database.all(`SELECT id FROM deletions WHERE kind = 'voice'`))
  const areOurs =
    [...ids('files'), ...ids('answers'), ...pending].every((id) => UUID.test(id)) &&
    [...ids('voices'), ...voices].every((id) => VOICE.test(id))
  if (!areOurs)
    throw new AppError(
      'storage/failed',
      'The library in the backup has file names that Griot never writes: somebody has changed it. Nothing was restored.',
    )
}
