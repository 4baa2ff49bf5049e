import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OWNER, type Requester } from '#shared/access.ts'
import { createFairQueue, type Place } from './fair-queue.ts'

/** Turns of the jobs of one process to work; see `createFairQueue` for who comes next. */
export interface Turns {
  /** A place for a job. `by`: left out, the owner. When `signal` aborts, the job waits for nothing any more. */
  enter(by: Requester | undefined, signal: AbortSignal): Turn
  /** Jobs that wait for their turn. */
  readonly waiting: number
}

/** The turns of one job. */
export interface Turn {
  /** Does a piece of work when its turn comes. Rejects as `piece` does, and with the reason of the signal. */
  run<T>(piece: () => Promise<T>): Promise<T>
  /** Gives the place up; to be called once. */
  leave(): void
}

export interface TurnsOptions {
  /** Pieces of work that are done at the same time. */
  readonly parallel: number
  /** A clock in milliseconds: pieces of work cost the time that they take. */
  readonly now?: () => number
}

/** The least that a piece of work costs, in milliseconds, where the clock shows no time. */
const LEAST_COST = 0.001

const OWNER_HERE: Requester = { account: OWNER, token: '', isGuest: false }

/** Ends the turn of a job within a piece of its work; resolves when its next one comes. */
const current = new AsyncLocalStorage<() => Promise<void>>()

/**
 * To be awaited between the parts of long work: others have their turns, and messages are let in. It rejects when the
 * job is cancelled. Not to be awaited in work that several jobs wait for, such as loading a model: one of them may hold the
 * turn that the work then waits for.
 */
export function betweenParts(): Promise<void> {
  return current.getStore()?.() ?? nextTurn()
}

/** Turns that are given to jobs, `parallel` at a time. */
export function createTurns({ parallel, now = () => performance.now() }: TurnsOptions): Turns {
  const queue = createFairQueue()
  const grants = new Map<Place, () => void>()
  const wake = (): void => {
    while (queue.served < parallel) {
      const place = queue.next()
      if (!place) return
      grants.get(place)?.()
      grants.delete(place)
    }
  }
  const enter = (by: Requester, signal: AbortSignal): Turn => {
    const place = queue.enter(by)
    let startedAt = 0
    /** While its turn is ending: whether it wants another one, and whether the job is over. */
    let isEnding = false
    let wantsMore = false
    let hasLeft = false
    let refuse: (reason: unknown) => void = () => undefined
    const take = async (): Promise<void> => {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      refuse = reject
      grants.set(place, () => {
        startedAt = now()
        resolve()
      })
      if (isEnding) wantsMore = true
      else {
        place.wait()
        wake()
      }
      return promise
    }
    const end = (): void => {
      const cost = Math.max(LEAST_COST, now() - startedAt)
      isEnding = true
      // Messages first, since they may bring the job that comes next; and this job may want to go on.
      setImmediate(() => {
        isEnding = false
        place.charge(cost)
        if (hasLeft) place.leave()
        else if (wantsMore) place.wait()
        wantsMore = false
        wake()
      })
    }
    const stopWaiting = (): void => {
      wantsMore = false
      place.giveUp()
      grants.delete(place)
      refuse(signal.aborted ? signal.reason : new Error('this piece of work is over'))
    }
    signal.addEventListener('abort', stopWaiting, { once: true })
    return {
      async run(piece) {
        await take()
        let isOver = false
        let passing: Promise<void> | undefined
        const pass = async (): Promise<void> => {
          if (isOver) throw new Error('this piece of work is over')
          // What goes on beside each other in a piece waits for the same turn.
          if (passing === undefined) {
            end()
            passing = take().finally(() => {
              passing = undefined
            })
          }
          return passing
        }
        try {
          return await current.run(pass, piece)
        } finally {
          isOver = true
          if (passing !== undefined) stopWaiting()
          if (place.state === 'served' && !isEnding) end()
        }
      },
      leave() {
        signal.removeEventListener('abort', stopWaiting)
        stopWaiting()
        hasLeft = true
        if (!isEnding) place.leave()
        wake()
      },
    }
  }
  return {
    get waiting() {
      return queue.waiting
    },
    enter: (by = OWNER_HERE, signal) => enter(by, signal),
  }
}
