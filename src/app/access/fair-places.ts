/** Who wants a place: for whose sake, and by which token. */
export interface Claimant {
  readonly account: string
  readonly token: string
}

/** A claim on a place. `most`: how many may be taken in all when this one is given, itself included. */
export interface Claim<C extends Claimant> {
  readonly by: C
  /** Asked whenever places are given: whether this claimant may have one more now. */
  readonly fits: (taken: readonly C[]) => boolean
}

/** A number of places that many want at the same time. */
export interface FairPlaces<C extends Claimant> {
  /**
   * Resolves, with how to give the place back, once one is free: at once, or after those that wait had their turn. The
   * account served longest ago comes first, among its tokens the one served longest ago, and then who came first; one
   * that does not fit holds up nobody. Rejects with the reason of `signal` where that aborts before.
   */
  take(claim: Claim<C>, signal: AbortSignal): Promise<() => void>
  readonly taken: readonly C[]
  readonly waiting: readonly C[]
}

interface Waiting<C extends Claimant> {
  readonly claim: Claim<C>
  readonly give: () => void
}

/** Places for speech that are given out in turn (round robin by account, then by token). */
export function createFairPlaces<C extends Claimant>(): FairPlaces<C> {
  let taken: readonly C[] = []
  let waiting: readonly Waiting<C>[] = []
  const turns = createTurns()

  const takeNow = (by: C): void => {
    taken = [...taken, by]
    turns.served(by)
  }
  const giveOut = (): void => {
    for (;;) {
      const fitting = waiting.filter(({ claim }) => claim.fits(taken))
      const next = fitting.toSorted((a, b) => turns.compare(a.claim.by, b.claim.by))[0]
      if (!next) break
      waiting = waiting.filter((other) => other !== next)
      takeNow(next.claim.by)
      next.give()
    }
    turns.forgetAllBut([...taken, ...waiting.map(({ claim }) => claim.by)])
  }
  const giveBack = (by: C) => {
    let isGiven = false
    return (): void => {
      if (isGiven) return
      isGiven = true
      const at = taken.indexOf(by)
      taken = taken.toSpliced(at, 1)
      giveOut()
    }
  }
  return {
    take(claim, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const leave = (): void => {
        waiting = waiting.filter((other) => other !== entry)
        reject(signal.reason)
      }
      const entry: Waiting<C> = {
        claim,
        give() {
          signal.removeEventListener('abort', leave)
          resolve(giveBack(claim.by))
        },
      }
      if (signal.aborted) leave()
      else {
        signal.addEventListener('abort', leave, { once: true })
        waiting = [...waiting, entry]
        giveOut()
      }
      return promise
    },
    get taken() {
      return taken
    },
    get waiting() {
      return waiting.map(({ claim }) => claim.by)
    },
  }
}

/** Who was served when, as long as they are there. */
function createTurns() {
  const last = new Map<string, number>()
  let turn = 0
  const keysOf = ({ account, token }: Claimant): readonly [string, string] => [
    JSON.stringify([account]),
    JSON.stringify([account, token]),
  ]
  const lastOf = (key: string): number => last.get(key) ?? 0
  return {
    served(by: Claimant): void {
      turn++
      for (const key of keysOf(by)) last.set(key, turn)
    },
    /** Below 0 where `a` comes before `b`. */
    compare(a: Claimant, b: Claimant): number {
      const [accountA, tokenA] = keysOf(a)
      const [accountB, tokenB] = keysOf(b)
      return lastOf(accountA) - lastOf(accountB) || lastOf(tokenA) - lastOf(tokenB)
    },
    forgetAllBut(present: readonly Claimant[]): void {
      const kept = new Set(present.flatMap(keysOf))
      for (const key of last.keys()) if (!kept.has(key)) last.delete(key)
    },
  }
}
