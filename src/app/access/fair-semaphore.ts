/** Requester of a slot: an account and one of its tokens. */
export interface Requester {
  readonly account: string
  readonly token: string
}

/** A request for a slot. */
export interface AcquireRequest<C extends Requester> {
  readonly by: C
  /** Whether the requester may have a slot beside these holders. Called whenever a slot may be granted. */
  readonly fits: (holders: readonly C[]) => boolean
}

/** A semaphore whose slots are granted fairly among accounts and tokens. */
export interface FairSemaphore<C extends Requester> {
  /**
   * Resolves with a function that releases the slot, as soon as one is granted. The account served longest ago comes
   * first, among its tokens the one served longest ago, then the first request; one that does not fit holds up nobody.
   * Rejects with the reason of `signal` where that aborts before.
   */
  acquire(request: AcquireRequest<C>, signal: AbortSignal): Promise<() => void>
  readonly holders: readonly C[]
  readonly waiting: readonly C[]
}

interface Waiter<C extends Requester> {
  readonly request: AcquireRequest<C>
  readonly give: () => void
}

/** A semaphore that grants slots round robin, by account and then by token. Its capacity is what requests say fits. */
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

/** Order of service among the present accounts and tokens. */
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
