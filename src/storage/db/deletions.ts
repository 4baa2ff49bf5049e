import { z } from 'zod'
import { type Reserve, withReserve } from './reserve.ts'
import { type Awaitable, all, listOf, type RowDatabase, run, type Steps } from './steps.ts'

/** A deleted row whose bytes may still be on the disk. */
export interface Deletion {
  readonly number: number
  readonly id: string
  readonly account: string
}

/** Rows that were deleted, until their bytes are gone for certain. Throws AppError('storage/failed') and ('storage/busy'). */
export interface Deletions {
  list(): Awaitable<readonly Deletion[]>
  /** The bytes of these are gone. */
  done(deletions: readonly Deletion[]): Awaitable<void>
}

type Kind = 'file' | 'voice' | 'answer'

const Rows = z.array(z.object({ number: z.number(), id: z.string(), account: z.string() }))

/** The deletions of one kind of rows; `reserve` is what a full disk may be given back. */
export function createDeletions(database: RowDatabase, kind: Kind, reserve: Reserve): Deletions {
  return {
    list: () =>
      database.perform(function* () {
        const sql = 'SELECT number, id, account FROM deletions WHERE kind = ?'
        return Rows.parse(yield* all(sql, kind))
      }),
    done: (deletions) =>
      withReserve(
        () =>
          database.perform(function* () {
            if (deletions.length === 0) return
            const { placeholders, values } = listOf(deletions.map(({ number }) => number))
            yield* run(`DELETE FROM deletions WHERE number IN ${placeholders}`, ...values)
          }),
        reserve,
      ),
  }
}

/** Forgets that `id` was deleted: not on purpose, so that its bytes are to be treated like any that nobody knows. */
export function* forgetDeletion(kind: Kind, id: string): Steps<void> {
  yield* run('DELETE FROM deletions WHERE kind = ? AND id = ?', kind, id)
}
