import { z } from 'zod'
import type { Database } from './database.ts'

/** The voices, the system's and custom ones, that the people of a data folder have marked. */
export interface Favourites {
  /** Ids as they were marked, the first one first. */
  list(account: string): readonly string[]
  /** Marks a voice that is there, or takes its mark away; the same again changes nothing. */
  mark(account: string, voiceId: string, isFavourite: boolean): void
}

const Rows = z.array(z.object({ voice_id: z.string() }))

/** The table of favourites. That a voice exists has been checked: see handlers/own-voices.ts. */
export function createFavourites(database: Database): Favourites {
  return {
    list: (account) =>
      Rows.parse(
        database.all('SELECT voice_id FROM favourites WHERE account = ? ORDER BY number', account),
      ).map(({ voice_id }) => voice_id),
    mark(account, voiceId, isFavourite) {
      const sql = isFavourite
        ? 'INSERT INTO favourites (account, voice_id) VALUES (?, ?) ON CONFLICT DO NOTHING'
        : 'DELETE FROM favourites WHERE account = ? AND voice_id = ?'
      database.run(sql, account, voiceId)
    },
  }
}
