import { z } from 'zod'
import type { Database } from './database.ts'
import { type Reserve, withReserve } from './reserve.ts'

/** A deleted row whose bytes may still be on the disk. */
export interface Deletion {
  readonly number: number
  readonly id: string
  readonly account: string
}

/** Rows that were deleted, until their bytes are gone for certain. Throws AppError('storage/failed') and ('storage/busy'). */
export interface Deletions {
  list(): readonly Deletion[]
  /** The bytes of these are gone. */
  done(deletions: readonly Deletion[]): void
  /** `id` was deleted, but not on purpose: its bytes are to be treated like any that nobody knows. */
  forget(id: string): void
}

const Rows = z.array(z.object({ number: z.number(), id: z.string(), account: z.string() }))

/** The deletions of one kind of rows; `reserve` is what a full disk may be given back. */
export function createDeletions(
  database: Database,
  kind: 'file' | 'voice' | 'answer',
  reserve: Reserve,
): Deletions {
  return {
    list: () =>
      Rows.parse(database.all('SELECT number, id, account FROM deletions WHERE kind = ?', kind)),
    done(deletions) {
      if (deletions.length === 0) return
      const numbers = JSON.stringify(deletions.map(({ number }) => number))
      const sql = 'DELETE FROM deletions WHERE number IN (SELECT value FROM json_each(?))'
      withReserve(() => database.run(sql, numbers), reserve)
    },
    forget(id) {
      database.run('DELETE FROM deletions WHERE kind = ? AND id = ?', kind, id)
    },
  }
}
