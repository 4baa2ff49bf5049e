import { TooManyRequests } from '#server/http/rate-limit.ts'

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
  /** Makes room for one more session of a token: the one that was idle longest goes. Throws TooManyRequests where all are busy. */
  makeRoom(tokenId: string): Promise<void>
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
  const end = async (id: string): Promise<void> => {
    const found = held.get(id)
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
    async makeRoom(tokenId) {
      await endUnused()
      const own = [...held.values()].filter(({ session }) => session.tokenId === tokenId).length
      const isOwnFull = own >= limits.ofToken
      if (!isOwnFull && held.size < limits.inAll) return
      const idle = idleOf(isOwnFull ? tokenId : undefined)
      if (idle === undefined) throw tooMany(isOwnFull ? own : held.size, isOwnFull)
      await end(idle)
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
