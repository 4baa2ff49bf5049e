import { z } from 'zod'
import { type Awaitable, all, type RowDatabase, run, type Steps } from './steps.ts'

/** Record of the key that a first start made. */
export interface FirstKeyRow {
  readonly keyId: number
  /** Process that made it; see storage/live-process.ts. */
  readonly process: string
  /** RFC 3339, UTC; undefined where nobody was shown it yet. */
  readonly shownAt: string | undefined
}

/** What is written down about the first key. Throws AppError('storage/failed'), ('storage/busy') and ('storage/full'). */
export interface FirstKeyRows {
  /** Undefined where none was made, or by a Griot that did not write that down. */
  find(): Awaitable<FirstKeyRow | undefined>
  /** Remembers a key that is not shown yet, instead of any before. */
  made(keyId: number, process: string): Awaitable<void>
  /** Keeps the time when it was shown first. */
  shown(keyId: number, at: string): Awaitable<void>
}

const Rows = z.array(
  z
    .object({ key_id: z.number(), process: z.string(), shown_at: z.string().nullable() })
    .transform(({ key_id: keyId, process, shown_at }): FirstKeyRow => {
      return { keyId, process, shownAt: shown_at ?? undefined }
    }),
)

/** The row about the first key. */
export function createFirstKeyRows(database: RowDatabase): FirstKeyRows {
  return {
    find: () => database.perform(findFirstKey),
    made: (keyId, process) => database.perform(() => setFirstKey(keyId, process)),
    shown: (keyId, at) =>
      database.perform(function* () {
        yield* run(
          'UPDATE first_key SET shown_at = ? WHERE key_id = ? AND shown_at IS NULL',
          ...[at, keyId],
        )
      }),
  }
}

/** What is written down about the first key; undefined where nothing is. */
export function* findFirstKey(): Steps<FirstKeyRow | undefined> {
  return Rows.parse(yield* all('SELECT key_id, process, shown_at FROM first_key'))[0]
}

/** Remembers a key that is not shown yet, instead of any before. */
export function* setFirstKey(keyId: number, process: string): Steps<void> {
  yield* run(
    `INSERT INTO first_key (id, key_id, process) VALUES (1, ?, ?)
     ON CONFLICT (id) DO UPDATE
     SET key_id = excluded.key_id, process = excluded.process, shown_at = NULL`,
    ...[keyId, process],
  )
}
