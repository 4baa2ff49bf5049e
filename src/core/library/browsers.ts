import type { Database } from './database.ts'

/** Browsers that a link has signed in to the studio, so that an open tab finds it again after a restart. */
export interface Browsers {
  /** The browser with this hash of its secret was there just now. */
  seen(hash: string): void
  /** Whether it was there within the last day. */
  knows(hash: string): boolean
}

const DAY_MS = 24 * 60 * 60_000
/** What is still fresh is not written again. */
const FRESH_MS = 10 * 60_000

/** The table of browsers. Who was not there for a day is forgotten. */
export function createBrowsers(database: Database, now: () => Date): Browsers {
  const later = (thanMs: number): number => now().getTime() - thanMs
  const isThere = (hash: string, since: number): boolean =>
    database.all('SELECT 1 FROM browsers WHERE hash = ? AND seen_at > ?', hash, since).length > 0
  return {
    knows: (hash) => isThere(hash, later(DAY_MS)),
    seen(hash) {
      if (isThere(hash, later(FRESH_MS))) return
      database.transaction(() => {
        database.run('DELETE FROM browsers WHERE seen_at <= ?', later(DAY_MS))
        database.run('INSERT OR REPLACE INTO browsers VALUES (?, ?)', hash, later(0))
      })
    },
  }
}
