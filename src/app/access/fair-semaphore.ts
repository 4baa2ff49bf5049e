/** Who wants a place: for whose sake, and by which token. */
export interface Requester {
  readonly account: string
  readonly token: string
}

/** A request on a place. `most`: how many may be holders in all when this one is given, itself included. */
export interface AcquireRequest<C extends Requester> {
  readonly by: C
  /** Asked whenever places are given: whether this claimant may have one more now. */
  readonly fits: (holders: readonly C[]) => boolean
}

/** A number of places that many want at the same time. */
export interface FairSemaphore<C extends Requester> {
  /**
   * Resolves, with how to give the place back, once one is free: at once, or after those that wait had their turn. The
   * account served longest ago comes first, among its tokens the one served longest ago, and then who came first; one
   * that does not fit holds up nobody. Rejects with the reason of `signal` where that aborts before.
   */
  acquire(request: AcquireRequest<C>, signal: AbortSignal): Promise<() => void>
  readonly holders: readonly C[]
  readonly waiting: readonly C[]
}

interface Waiter<C extends Requester> {
  readonly request: AcquireRequest<C>
  readonly give: () => void
}

/** Places for speech that are given out in turn (round robin by account, then by token). */
export function createFairSemaphore<C extends Requester>(): FairSemaphore<C> {
  let holders: readonly C[] = []
  let waiting: readonly Waiter<C>[] = []
  const roundRobin = createRoundRobin()

  const hold = (by: C): void => {
    holders = [...holders, by]
    roundRobin.served(by)
  }
  const grant = (): void => {
    for (;;) {
      const fitting = waiting.filter(({ request }) => request.fits(holders))
      const next = fitting.toSorted((a, b) => roundRobin.compare(a.request.by, b.request.by))[0]
      if (!next) break
      waiting = waiting.filter((other) => other !== next)
      hold(next.request.by)
      next.give()
    }
    roundRobin.forgetAllBut([...holders, ...waiting.map(({ request }) => request.by)])
  }
  const releaseFor = (by: C) => {
    let isGiven = false
    return (): void => {
      if (isGiven) return
      isGiven = true
      const at = holders.indexOf(by)
      holders = holders.toSpliced(at, 1)
      grant()
    }
  }
  return {
    acquire(request, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const leave = (): void => {
        waiting = waiting.filter((other) => other !== entry)
        reject(signal.reason)
      }
      const entry: Waiter<C> = {
        request,
        give() {
          signal.removeEventListener('abort', leave)
          resolve(releaseFor(request.by))
        },
      }
      if (signal.aborted) leave()
      else {
        signal.addEventListener('abort', leave, { once: true })
        waiting = [...waiting, entry]
        grant()
      }
      return promise
    },
    get holders() {
      return holders
    },
    get waiting() {
      return waiting.map(({ request }) => request.by)
    },
  }
}

/** Who was served when, as long as they are there. */
function createRoundRobin() {
  const last = new Map<string, number>()
  let turn = 0
  const keysOf = ({ account, token }: Requester): readonly [string, string] => [
    JSON.stringify([account]),
    JSON.stringify([account, token]),
  ]
  const lastOf = (key: string): number => last.get(key) ?? 0
  return {
    served(by: Requester): void {
      turn++
      for (const key of keysOf(by)) last.set(key, turn)
    },
    /** Below 0 where `a` comes before `b`. */
    compare(a: Requester, b: Requester): number {
      const [accountA, tokenA] = keysOf(a)
      const [accountB, tokenB] = keysOf(b)
      return lastOf(accountA) - lastOf(accountB) || lastOf(tokenA) - lastOf(tokenB)
    },
    forgetAllBut(present: readonly Requester[]): void {
      const kept = new Set(present.flatMap(keysOf))
      for (const key of last.keys()) if (!kept.has(key)) last.delete(key)
    },
  }
}
