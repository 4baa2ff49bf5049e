import { OWNER, type Requester } from '#shared/access.ts'

/** A queue of jobs that are served piece by piece, fairly between accounts, tokens and jobs. */
export interface FairQueue {
  /** A place for a job, which waits for nothing yet. */
  enter(by: Requester): Place
  /** Takes out the job whose turn it is; undefined if none waits. It is served until its `charge`. */
  next(): Place | undefined
  /** Jobs that wait for their turn, and those that are served. */
  readonly waiting: number
  readonly served: number
}

/** The place of a job. */
export interface Place {
  readonly state: 'away' | 'waiting' | 'served'
  /** Waits for a turn. */
  wait(): void
  /** Waits no longer. */
  giveUp(): void
  /** Ends its turn, whose piece of work has cost so much, in any unit. */
  charge(cost: number): void
  /** Gives the place up for good. */
  leave(): void
}

/** What is served: a group of accounts, tokens or jobs, or at the end of the tree one job. */
interface Flow {
  readonly parent: Flow | undefined
  readonly key: string
  /** Whether it goes before its siblings at equal service. */
  readonly isFirst: boolean
  readonly flows: Map<string, Flow>
  readonly place: Place | undefined
  /** Virtual time of what is in it: the start tag of the flow that was chosen last. */
  clock: number
  /** Virtual time of its parent at which its next piece of work begins, and at which its last one has ended. */
  start: number
  finish: number
  /** Number of its last beginning to wait. */
  arrival: number
  isServedOnce: boolean
  /** Jobs in it, and those of them that wait, or are served. */
  jobs: number
  waiting: number
  served: number
}

/**
 * Hierarchical start-time fair queueing (Goyal, Guo & Vin, "A Hierarchical CPU Scheduler for Multimedia Operating Systems",
 * OSDI 1996). Accounts have equal shares. In each account its keys together have as much as its guests together, then one
 * token as much as another, then one job of a token as much as another. So a newcomer goes next, however many others
 * wait, and neither more jobs nor more guest tokens bring anybody more. At equal service the owner goes before other
 * accounts, keys before guests, a job that was never served before others, and then the one that has waited longest.
 */
export function createFairQueue(): FairQueue {
  const root = newFlow({ parent: undefined, key: '', isFirst: false })
  let arrivals = 0
  return {
    get waiting() {
      return root.waiting
    },
    get served() {
      return root.served
    },
    enter({ account, token, isGuest }) {
      const ofAccount = childOf(root, account, account === OWNER)
      const ofKind = childOf(ofAccount, isGuest ? 'guests' : 'keys', !isGuest)
      const job = newFlow({
        ...{ parent: childOf(ofKind, token, false), key: `${arrivals++}`, isFirst: false },
        placeOf: (own) => placeOf(own, () => arrivals++),
      })
      job.parent?.flows.set(job.key, job)
      for (const flow of upFrom(job)) flow.jobs++
      return job.place as Place
    },
    next() {
      let flow = root
      while (flow.waiting > 0 && !flow.place) {
        const chosen = bestOf(flow.flows.values())
        if (!chosen) throw new Error('the numbers of waiting jobs do not agree')
        flow.clock = Math.max(flow.clock, chosen.start)
        for (const other of flow.flows.values()) forgetIfSettled(other)
        flow = chosen
      }
      if (!flow.place) return undefined
      for (const one of upFrom(flow)) {
        one.waiting--
        one.served++
        one.isServedOnce = true
      }
      return flow.place
    },
  }
}

function placeOf(job: Flow, arrive: () => number): Place {
  const giveUp = (): void => {
    if (job.waiting > 0) for (const flow of upFrom(job)) flow.waiting--
  }
  const charge = (cost: number): void => {
    if (job.served === 0) return
    for (const flow of upFrom(job)) flow.served--
    for (const flow of upFrom(job)) {
      flow.finish = flow.start + cost
      flow.start = flow.finish
      const { parent } = flow
      // With nobody left to serve, all that was served counts alike for those who come next.
      if (parent && !isBusy(parent))
        for (const { finish } of parent.flows.values())
          parent.clock = Math.max(parent.clock, finish)
    }
  }
  return {
    get state() {
      if (job.served > 0) return 'served'
      return job.waiting > 0 ? 'waiting' : 'away'
    },
    wait() {
      const arrival = arrive()
      for (const flow of upFrom(job)) {
        if (!isBusy(flow)) {
          flow.start = Math.max(flow.parent?.clock ?? 0, flow.finish)
          flow.arrival = arrival
        }
        flow.waiting++
      }
    },
    giveUp,
    charge,
    leave() {
      giveUp()
      charge(0)
      for (const flow of upFrom(job)) {
        flow.jobs--
        forgetIfSettled(flow)
      }
    },
  }
}

/** The flow to be served next, of those in which a job waits. Where several are served at once, the one with the fewest of these. */
function bestOf(flows: Iterable<Flow>): Flow | undefined {
  let best: Flow | undefined
  for (const flow of flows) if (flow.waiting > 0 && (!best || compare(flow, best) < 0)) best = flow
  return best
}

/** Below 0 where `a` goes first. */
function compare(a: Flow, b: Flow): number {
  return (
    a.served - b.served ||
    a.start - b.start ||
    Number(b.isFirst) - Number(a.isFirst) ||
    Number(a.isServedOnce) - Number(b.isServedOnce) ||
    a.arrival - b.arrival
  )
}

function isBusy({ waiting, served }: Flow): boolean {
  return waiting + served > 0
}

/** A flow without jobs is remembered as long as it was served more than those who come now. */
function forgetIfSettled(flow: Flow): void {
  const { parent, key, jobs, finish } = flow
  if (parent && jobs === 0 && (flow.place || finish <= parent.clock)) parent.flows.delete(key)
}

function childOf(parent: Flow, key: string, isFirst: boolean): Flow {
  const flow = parent.flows.get(key) ?? newFlow({ parent, key, isFirst })
  parent.flows.set(key, flow)
  return flow
}

function newFlow({
  placeOf: makePlace,
  ...rest
}: Pick<Flow, 'parent' | 'key' | 'isFirst'> & {
  readonly placeOf?: (flow: Flow) => Place
}): Flow {
  const flow = {
    ...rest,
    flows: new Map<string, Flow>(),
    place: undefined as Place | undefined,
    clock: 0,
    start: 0,
    finish: 0,
    arrival: 0,
    isServedOnce: false,
    jobs: 0,
    waiting: 0,
    served: 0,
  }
  flow.place = makePlace?.(flow)
  return flow
}

/** The flow and all that it is in, without the root. */
function* upFrom(flow: Flow): Generator<Flow> {
  for (let one: Flow | undefined = flow; one; one = one.parent) yield one
}
