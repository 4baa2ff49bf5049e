import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Running } from './browsers.ts'
import {
  type Awaitable,
  all,
  listOf,
  type RowDatabase,
  run,
  type Steps,
  transaction,
} from './steps.ts'

/** A link signs a browser in within this time after it was made, in milliseconds, and once. */
export const LINK_LIFE_MS = 60_000

/** A token of 256 bits; `over` resolves once it signs nobody in any more. */
export interface PendingSignIn {
  readonly token: string
  readonly over: Promise<void>
}

/** A program that serves the studio from this data folder. */
export interface ServedStudio {
  readonly process: string
  readonly url: string
}

/** One-time links that sign a browser in to the studio. */
export interface Links {
  /** A token that this program redeems. */
  offer(): PendingSignIn
  /** A token that another program, which serves the studio, redeems. */
  offerFor(studio: ServedStudio): Awaitable<string>
  /** Uses up a token; true if it was one, and not too old. */
  redeem(token: string): Awaitable<boolean>
  /** Registers the studio of this process at `url`, so that `griot link` finds it. */
  announce(url: string): Awaitable<void>
  /** No longer. */
  withdraw(): Awaitable<void>
  /** Studios that are being served. */
  studios(): Awaitable<readonly ServedStudio[]>
}

interface PendingLink {
  readonly madeAt: number
  readonly end: () => void
  /** Whether it is in the database too, for the other nodes of a service. */
  readonly isShared: Promise<boolean>
}

/**
 * One-time links. Those of this process stay in memory, so that they work on a full disk as well. At a service, any node
 * redeems the links of all.
 */
export function createLinks(
  database: RowDatabase,
  running: Running,
  { now, randomBytes }: { now: () => Date; randomBytes: (size: number) => Buffer },
): Links {
  const isService = running.isNode === true
  const waiting = new Map<string, PendingLink>()
  let announced: string | undefined
  const newToken = (): string => randomBytes(32).toString('base64url')
  const tooOld = (madeAt: number): boolean => now().getTime() - madeAt >= LINK_LIFE_MS
  const put = (hash: string, process: string): Awaitable<void> =>
    database.perform(function* () {
      const at = now().getTime()
      yield* transaction(function* () {
        yield* run('DELETE FROM sign_in_links WHERE made_at <= ?', at - LINK_LIFE_MS)
        yield* run(
          'INSERT INTO sign_in_links (hash, process, made_at) VALUES (?, ?, ?)',
          ...[hash, process, at],
        )
      })
    })
  const share = async (hash: string): Promise<boolean> => {
    if (!isService) return false
    try {
      await put(hash, running.mark)
      return true
    } catch {
      // It works at this node.
      return false
    }
  }
  /** Uses up the token of this hash, if any program has put it into the database for this one. */
  const take = (hash: string): Awaitable<boolean> =>
    database.perform(function* () {
      // Looked at first: most of what is shown here is no token of ours, and needs no lock.
      const [link] = isService
        ? LinkRows.parse(yield* all('SELECT made_at FROM sign_in_links WHERE hash = ?', hash))
        : LinkRows.parse(
            yield* all(
              'SELECT made_at FROM sign_in_links WHERE hash = ? AND process = ?',
              ...[hash, running.mark],
            ),
          )
      if (!link) return false
      const wasThere = (yield* run('DELETE FROM sign_in_links WHERE hash = ?', hash)) === 1
      return wasThere && !tooOld(link.made_at)
    })
  const announce = (url: string): Awaitable<void> =>
    database.perform(() =>
      transaction(function* () {
        const { mark } = running
        const known = yield* listStudios()
        const dead = known.filter(({ process }) => !running.isAlive(process))
        const { placeholders, values } = listOf([mark, ...dead.map(({ process }) => process)])
        yield* run(`DELETE FROM studios WHERE process IN ${placeholders}`, ...values)
        // On one computer nobody else can be at an address that is this program's.
        if (!isService) yield* run('DELETE FROM studios WHERE url = ?', url)
        yield* run('INSERT INTO studios (process, url) VALUES (?, ?)', mark, url)
      }),
    )
  running.onRenewed?.(() => {
    // Where that fails, "griot link" does not name this node until it starts again.
    if (announced !== undefined) Promise.resolve(announce(announced)).catch(() => undefined)
  })
  return {
    offer() {
      const token = newToken()
      const hash = hashed(token)
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(() => waiting.get(hash)?.end(), LINK_LIFE_MS).unref()
      const end = (): void => {
        clearTimeout(timer)
        waiting.delete(hash)
        resolve()
      }
      waiting.set(hash, { madeAt: now().getTime(), end, isShared: share(hash) })
      return { token, over: promise }
    },
    async offerFor({ process }) {
      const token = newToken()
      await put(hashed(token), process)
      return token
    },
    async redeem(token) {
      const hash = hashed(token)
      const own = waiting.get(hash)
      if (!own) return take(hash)
      own.end()
      // Another node may have been shown it before.
      if (await own.isShared) return take(hash)
      return !tooOld(own.madeAt)
    },
    announce(url) {
      announced = url
      return announce(url)
    },
    withdraw: () =>
      database.perform(function* () {
        announced = undefined
        yield* run('DELETE FROM studios WHERE process = ?', running.mark)
      }),
    studios: () =>
      database.perform(function* () {
        return (yield* listStudios()).filter(({ process }) => running.isAlive(process))
      }),
  }
}

const LinkRows = z.array(z.object({ made_at: z.number() }))
const StudioRows = z.array(z.object({ process: z.string(), url: z.string() }))

function* listStudios(): Steps<ServedStudio[]> {
  return StudioRows.parse(yield* all('SELECT process, url FROM studios ORDER BY url'))
}

/** Only hashes are looked up, so that the time a look-up takes says nothing about a secret. */
function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
