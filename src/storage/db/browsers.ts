import { z } from 'zod'
import type { BrowserRecord } from '#shared/browsers.ts'
import { AppError } from '#shared/errors.ts'
import type { Database } from './database.ts'

export interface SignedInBrowser extends Pick<BrowserRecord, 'signedInBy'> {
  readonly isRecent: boolean
}

/** Browsers that are signed in to the studio, each by the hash of the secret that it keeps. */
export interface Browsers {
  /** Signs one in. `signedInBy` a key: for as long as this program runs, because the key is kept nowhere. */
  add(hash: string, browser: Pick<BrowserRecord, 'name' | 'signedInBy'>): void
  /** It was there just now. */
  seen(hash: string): void
  /** Sign-in of a browser, and whether it was seen within the last day; undefined: it is signed out, or unknown. */
  find(hash: string): SignedInBrowser | undefined
  /** Signed-in browsers, the last seen first. */
  list(): readonly (BrowserRecord & { readonly hash: string })[]
  /** Signs one out. Throws AppError('access/not-found') where there is none of this number. */
  signOut(id: number): BrowserRecord
  /** Signs out all but the one with this hash, where one is given; returns how many. */
  signOutOthers(hash: string | undefined): number
  /** Forgets one, if it is there. */
  remove(hash: string): void
  /** Calls `listener` for each sign-out in this process (those of others are not noticed); returns how to stop that. */
  onSignOut(listener: (hash: string) => void): () => void
}

/** The program that uses the library, and which others do; see live-process.ts. */
export interface Running {
  readonly mark: string
  isAlive(mark: string): boolean
}

const DAY_MS = 24 * 60 * 60_000
/** A row that is younger than this is not written again, in milliseconds. */
const FRESH_MS = 10 * 60_000
/** The ones that were not there for longest are signed out when there are more: nobody has that many browsers. */
const MOST = 100

const Row = z.object({
  id: z.number(),
  hash: z.string(),
  name: z.string(),
  signed_in_by: z.enum(['link', 'key']),
  process: z.string(),
  signed_in_at: z.number(),
  seen_at: z.number(),
})
type Row = z.infer<typeof Row>

/** The table of browsers. Who is not signed in any more is forgotten when the next one comes. */
export function createBrowsers(
  database: Database,
  now: () => Date,
  { mark, isAlive }: Running,
): Browsers {
  const listeners = new Set<(hash: string) => void>()
  const rows = (where = '', ...values: string[]): Row[] =>
    database
      .all(`SELECT * FROM browsers ${where} ORDER BY seen_at DESC, id DESC`, ...values)
      .map((row) => Row.parse(row))
  const isRecent = ({ seen_at }: Row): boolean => seen_at > now().getTime() - DAY_MS
  /** A program goes on knowing who called it; a later one was never shown the key. */
  const isSignedIn = (row: Row): boolean =>
    isAlive(row.process) || (row.signed_in_by === 'link' && isRecent(row))
  const end = ({ id, hash }: Row): void => {
    database.run('DELETE FROM browsers WHERE id = ?', id)
    for (const listener of listeners) listener(hash)
  }
  const forget = (stale: readonly Row[]): void => {
    for (const row of stale) end(row)
  }
  return {
    add(hash, { name, signedInBy }) {
      const at = now().getTime()
      database.transaction(() => {
        const all = rows()
        const signedIn = all.filter(isSignedIn)
        forget([...all.filter((row) => !isSignedIn(row)), ...signedIn.slice(MOST - 1)])
        database.run(
          'INSERT INTO browsers (hash, name, signed_in_by, process, signed_in_at, seen_at) VALUES (?, ?, ?, ?, ?, ?)',
          ...[hash, name, signedInBy, mark, at, at],
        )
      })
    },
    seen(hash) {
      const at = now().getTime()
      const [row] = rows('WHERE hash = ?', hash)
      if (!row || (row.process === mark && row.seen_at > at - FRESH_MS)) return
      database.run('UPDATE browsers SET seen_at = ?, process = ? WHERE hash = ?', at, mark, hash)
    },
    find(hash) {
      const [row] = rows('WHERE hash = ?', hash)
      return row && { signedInBy: row.signed_in_by, isRecent: isRecent(row) }
    },
    list: () =>
      rows()
        .filter(isSignedIn)
        .map((row) => ({ ...recordOf(row), hash: row.hash })),
    signOut(id) {
      const row = rows().find((one) => one.id === id && isSignedIn(one))
      if (!row)
        throw new AppError(
          'access/not-found',
          `No signed-in browser has the number ${id}. "griot browsers list" shows which ones there are.`,
        )
      end(row)
      return recordOf(row)
    },
    signOutOthers(hash) {
      const others = rows().filter((row) => row.hash !== hash)
      database.transaction(() => forget(others))
      return others.filter(isSignedIn).length
    },
    remove: (hash) => {
      database.run('DELETE FROM browsers WHERE hash = ?', hash)
    },
    onSignOut(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function recordOf({ id, name, signed_in_by, signed_in_at, seen_at }: Row): BrowserRecord {
  return {
    ...{ id, name, signedInBy: signed_in_by },
    signedInAt: new Date(signed_in_at).toISOString(),
    lastSeenAt: new Date(seen_at).toISOString(),
  }
}
