import { z } from 'zod'
import { type Awaitable, all, type RowDatabase, run } from './steps.ts'

/** The voices, the system's and custom ones, that the people of a data folder have marked. */
export interface Favourites {
  /** Ids as they were marked, the first one first. */
  list(account: string): Awaitable<readonly string[]>
  /** Marks a voice that is there, or takes its mark away; the same again changes nothing. */
  mark(account: string, voiceId: string, isFavourite: boolean): Awaitable<void>
}

const Rows = z.array(z.object({ voice_id: z.string() }))

/** The table of favourites. That a voice exists has been checked: see handlers/own-voices.ts. */
export function createFavourites(database: RowDatabase): Favourites {
  return {
    list: (account) =>
      database.perform(function* () {
        const sql = 'SELECT voice_id FROM favourites WHERE account = ? ORDER BY number'
        return Rows.parse(yield* all(sql, account)).map(({ voice_id }) => voice_id)
      }),
    mark: (account, voiceId, isFavourite) =>
      database.perform(function* () {
        const sql = isFavourite
          ? 'INSERT INTO favourites (account, voice_id) VALUES (?, ?) ON CONFLICT (account, voice_id) DO NOTHING'
          : 'DELETE FROM favourites WHERE account = ? AND voice_id = ?'
        yield* run(sql, account, voiceId)
      }),
  }
}
