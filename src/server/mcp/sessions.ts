import { TooManyRequests } from '#shared/errors.ts'

/** Sessions of all clients, and of one token, at once. */
export const SESSION_LIMITS = { inAll: 512, ofToken: 32, idleMs: 60 * 60_000 } as const

const RETRY_S = 30

/** One session of a client over HTTP. */
export interface HeldSession {
  readonly tokenId: string
  /** Whether a call or a stream is open. */
  readonly isBusy: () => boolean
  readonly close: () => Promise<void>
}

/** Sessions by their ids, for as long as their clients use them. */
export interface Sessions<S extends HeldSession> {
  /** The session of this id, where it is one of this token; its time begins anew. */
  find(id: string, tokenId: string): S | undefined
  /**
   * Makes room for one more session of a token, where there is none: the one that was idle longest goes. The place is taken until it is
   * given back, by when the session has been added or did not begin. Throws TooManyRequests where all are busy.
   */
  takePlace(tokenId: string): Promise<() => void>
  add(id: string, session: S): void
  remove(id: string): void
  close(): Promise<void>
}

/** `nowMs`: a clock that never goes back. */
export function createMcpSessions<S extends HeldSession>(
  nowMs: () => number,
  limits: { readonly inAll: number; readonly ofToken: number; readonly idleMs: number },
): Sessions<S> {
  // Those that were used last stand at the end.
  const held = new Map<string, { readonly session: S; usedAt: number }>()
  // Tokens of sessions that begin just now.
  const beginning = new Set<{ readonly tokenId: string }>()
  const end = async (id: string): Promise<void> => {
    const found = held.get(id)
    // At once, so that nobody else ends it too.
    held.delete(id)
    await found?.session.close()
  }
  const idleOf = (tokenId: string | undefined): string | undefined =>
    [...held].find(
      ([, { session }]) =>
        !session.isBusy() && (tokenId === undefined || session.tokenId === tokenId),
    )?.[0]
  const endUnused = async (): Promise<void> => {
    const old = nowMs() - limits.idleMs
    for (const [id, { session, usedAt }] of [...held])
      if (usedAt < old && !session.isBusy()) await end(id)
  }
  return {
    find(id, tokenId) {
      const found = held.get(id)
      if (found?.session.tokenId !== tokenId) return undefined
      held.delete(id)
      held.set(id, { ...found, usedAt: nowMs() })
      return found.session
    },
    async takePlace(tokenId) {
      await endUnused()
      const all = [...held.values()].map(({ session }) => session)
      const own = [...all, ...beginning].filter((each) => each.tokenId === tokenId).length
      const isOwnFull = own >= limits.ofToken
      const place = { tokenId }
      if (isOwnFull || all.length + beginning.size >= limits.inAll) {
        const idle = idleOf(isOwnFull ? tokenId : undefined)
        if (idle === undefined)
          throw tooMany(isOwnFull ? own : all.length + beginning.size, isOwnFull)
        beginning.add(place)
        await end(idle)
      } else beginning.add(place)
      return () => beginning.delete(place)
    },
    add(id, session) {
      held.set(id, { session, usedAt: nowMs() })
    },
    remove(id) {
      held.delete(id)
    },
    async close() {
      await Promise.all([...held.keys()].map(end))
    },
  }
}

function tooMany(count: number, isOwn: boolean): TooManyRequests {
  const words = isOwn ? `${count} sessions of this token` : `${count} sessions`
  return new TooManyRequests(
    `${words} are in use. End one with DELETE, or try again later.`,
    RETRY_S,
  )
}
