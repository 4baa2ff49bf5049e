import { z } from 'zod'
import type { Database } from './database.ts'

/** Record of the key that a first start made. */
export interface FirstKeyRow {
  readonly keyId: number
  /** Process that made it; see storage/live-process.ts. */
  readonly process: string
  /** RFC 3339, UTC; undefined where nobody was shown it yet. */
  readonly shownAt: string | undefined
}

export interface FirstKeyRows {
  /** Undefined where none was made, or by a Griot that did not write that down. */
  find(): FirstKeyRow | undefined
  /** Remembers a key that is not shown yet, instead of any before. */
  made(keyId: number, process: string): void
  /** Keeps the time when it was shown first. */
  shown(keyId: number, at: string): void
}

const Rows = z.array(
  z
    .object({ key_id: z.number(), process: z.string(), shown_at: z.string().nullable() })
    .transform(({ key_id: keyId, process, shown_at }): FirstKeyRow => {
      return { keyId, process, shownAt: shown_at ?? undefined }
    }),
)

/** The row about the first key. Throws AppError('storage/failed'), ('storage/busy') and ('storage/full'). */
export function createFirstKeyRows(database: Database): FirstKeyRows {
  return {
    find: () => Rows.parse(database.all('SELECT key_id, process, shown_at FROM first_key'))[0],
    made(keyId, process) {
      database.run(
        `INSERT INTO first_key (id, key_id, process) VALUES (1, ?, ?)
         ON CONFLICT (id) DO UPDATE
         SET key_id = excluded.key_id, process = excluded.process, shown_at = NULL`,
        ...[keyId, process],
      )
    },
    shown(keyId, at) {
      database.run(
        'UPDATE first_key SET shown_at = ? WHERE key_id = ? AND shown_at IS NULL',
        ...[at, keyId],
      )
    },
  }
}
