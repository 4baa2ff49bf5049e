import { z } from 'zod'
import type { BrowserRecord } from '#shared/browsers.ts'
import { AppError } from '#shared/errors.ts'
import {
  type Awaitable,
  all,
  listOf,
  type RowDatabase,
  run,
  type Steps,
  transaction,
} from './steps.ts'

/** Keys of a session, each in DER and base64url. */
export interface SessionKeys {
  /** Public key (SPKI) of the pair that the browser has made. */
  readonly publicKey: string
  /** Private key (PKCS #8) with which the server proves itself to this browser. */
  readonly serverKey: string
}

export interface SignedInBrowser extends Pick<BrowserRecord, 'signedInBy'> {
  readonly isRecent: boolean
  /** See `NewBrowser`. */
  readonly keys?: SessionKeys | undefined
  readonly grant?: string | undefined
}

export interface NewBrowser extends Pick<BrowserRecord, 'name' | 'signedInBy'> {
  /** Undefined: the browser keeps a secret, and is signed in for as long as this program runs. */
  readonly keys?: SessionKeys | undefined
  /**
   * By what any node of a service can tell whether the key that signed it in is still valid (app/access/grants.ts). A library
   * of one computer keeps none.
   */
  readonly grant?: string | undefined
}

/** Browsers that are signed in to the studio, each by its id: the hash of its public key or of the secret that it keeps. */
export interface Browsers {
  /** Whether the nodes of a service share them. */
  readonly isShared: boolean
  /** The time, on which the nodes of a service agree. */
  now(): Date
  /**
   * Signs one in. `signedInBy` a key: for as long as this program runs, because the key is kept nowhere; at a service, which
   * keeps its grant, as with a link.
   */
  add(hash: string, browser: NewBrowser): Awaitable<void>
  /** It was there just now. */
  seen(hash: string): Awaitable<void>
  /** Sign-in of a browser, and whether it was seen within the last day; undefined: it is signed out, or unknown. */
  find(hash: string): Awaitable<SignedInBrowser | undefined>
  /** Signed-in browsers, the last seen first. */
  list(): Awaitable<readonly (BrowserRecord & { readonly hash: string })[]>
  /** Signs one out. Throws AppError('access/not-found') where there is none of this number. */
  signOut(id: number): Awaitable<BrowserRecord>
  /** Signs out all but the one with this hash, where one is given; returns how many. */
  signOutOthers(hash: string | undefined): Awaitable<number>
  /** Forgets one, if it is there. */
  remove(hash: string): Awaitable<void>
  /** Calls `listener` for each sign-out in this process (those of others are not noticed); returns how to stop that. */
  onSignOut(listener: (hash: string) => void): () => void
}

/** The program that uses the library, and which others do; see live-process.ts and storage/postgres/node.ts. */
export interface Running {
  /** A node of a service that was taken for dead gets another. */
  readonly mark: string
  isAlive(mark: string): boolean
  /** Whether it is a node of a service, which shares its sign-ins with the others. */
  readonly isNode?: boolean
  /** Calls `listener` when the mark is another one; left out: it stays. */
  onRenewed?(listener: () => void): void
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
  public_key: z.string().nullable(),
  server_key: z.string().nullable(),
  granted_by: z.string().nullable(),
})
type Row = z.infer<typeof Row>

/** The table of browsers. Who is not signed in any more is forgotten when the next one comes. */
export function createBrowsers(database: RowDatabase, now: () => Date, running: Running): Browsers {
  const isService = running.isNode === true
  const listeners = new Set<(hash: string) => void>()
  const isRecent = ({ seen_at }: Row): boolean => seen_at > now().getTime() - DAY_MS
  /** A program goes on knowing who called it; a later one was never shown the key, and may be shown a stolen secret. */
  const isSignedIn = (row: Row): boolean =>
    running.isAlive(row.process) || ((isService || outlivesProgram(row)) && isRecent(row))
  /** The nodes of a service share its browsers: whichever is asked need not write that. */
  const isKnownHere = ({ process }: Row): boolean =>
    process === running.mark || (isService && running.isAlive(process))
  /** Only once their rows are gone for certain. */
  const tell = (ended: readonly Row[]): void => {
    for (const { hash } of ended) for (const listener of listeners) listener(hash)
  }
  return {
    isShared: isService,
    now,
    add: (hash, { name, signedInBy, keys, grant }) =>
      database.perform(function* () {
        const at = now().getTime()
        const ended = yield* transaction(function* () {
          const known = yield* rows()
          const signedIn = known.filter(isSignedIn)
          const stale = [...known.filter((row) => !isSignedIn(row)), ...signedIn.slice(MOST - 1)]
          yield* remove(stale)
          yield* run(
            `INSERT INTO browsers
             (hash, name, signed_in_by, process, signed_in_at, seen_at, public_key, server_key, granted_by)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            ...[hash, name, signedInBy, running.mark, at, at],
            ...[keys?.publicKey ?? null, keys?.serverKey ?? null],
            isService ? (grant ?? null) : null,
          )
          return stale
        })
        tell(ended)
      }),
    seen: (hash) =>
      database.perform(function* () {
        const at = now().getTime()
        const row = yield* findRow(hash)
        if (!row || (isKnownHere(row) && row.seen_at > at - FRESH_MS)) return
        yield* run(
          'UPDATE browsers SET seen_at = ?, process = ? WHERE hash = ?',
          ...[at, running.mark, hash],
        )
      }),
    find: (hash) =>
      database.perform(function* () {
        const row = yield* findRow(hash)
        if (!row) return undefined
        return {
          signedInBy: row.signed_in_by,
          isRecent: isRecent(row),
          keys: keysOf(row),
          grant: row.granted_by ?? undefined,
        }
      }),
    list: () =>
      database.perform(function* () {
        const signedIn = (yield* rows()).filter(isSignedIn)
        return signedIn.map((row) => ({ ...recordOf(row), hash: row.hash }))
      }),
    signOut: (id) =>
      database.perform(function* () {
        const row = (yield* rows()).find((one) => one.id === id && isSignedIn(one))
        // Of two that sign it out at once, one has done it.
        if (!row || (yield* remove([row])) === 0)
          throw new AppError(
            'access/not-found',
            `No signed-in browser has the number ${id}. "griot browsers list" shows which ones there are.`,
          )
        tell([row])
        return recordOf(row)
      }),
    signOutOthers: (hash) =>
      database.perform(function* () {
        const ended = yield* transaction(function* () {
          const others = (yield* rows()).filter((row) => row.hash !== hash)
          yield* remove(others)
          return others
        })
        tell(ended)
        return ended.filter(isSignedIn).length
      }),
    remove: (hash) =>
      database.perform(function* () {
        yield* run('DELETE FROM browsers WHERE hash = ?', hash)
      }),
    onSignOut(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One statement, the same text each time: it is asked with every request of a browser. */
function* findRow(hash: string): Steps<Row | undefined> {
  const [row] = yield* all('SELECT * FROM browsers WHERE hash = ?', hash)
  return row === undefined ? undefined : Row.parse(row)
}

function keysOf({ public_key, server_key }: Row): SessionKeys | undefined {
  if (public_key === null || server_key === null) return undefined
  return { publicKey: public_key, serverKey: server_key }
}

/** A secret could have been read while this program did not run and another one had its port. */
function outlivesProgram(row: Row): boolean {
  return row.signed_in_by === 'link' && keysOf(row) !== undefined
}

/** All rows, the last seen first. */
function* rows(): Steps<Row[]> {
  const found = yield* all('SELECT * FROM browsers ORDER BY seen_at DESC, id DESC')
  return found.map((row) => Row.parse(row))
}

function* remove(ended: readonly Row[]): Steps<number> {
  if (ended.length === 0) return 0
  const { placeholders, values } = listOf(ended.map(({ id }) => id))
  return yield* run(`DELETE FROM browsers WHERE id IN ${placeholders}`, ...values)
}

function recordOf({ id, name, signed_in_by, signed_in_at, seen_at }: Row): BrowserRecord {
  return {
    ...{ id, name, signedInBy: signed_in_by },
    signedInAt: new Date(signed_in_at).toISOString(),
    lastSeenAt: new Date(seen_at).toISOString(),
  }
}
