import type { TranscriptionPack } from '#inference/pack-transcription.ts'
import { AppError } from '#shared/errors.ts'
import type { RunningWorker, Supervisor } from '#speech/worker/supervisor.ts'
import type { WorkerWaits } from '#speech/worker/workers.ts'
import type { WorkerAddress, WorkerDirectory } from './directory.ts'
import { connectWorker, type WorkerConnection } from './worker-connection.ts'

export interface WorkerPoolOptions {
  readonly directory: WorkerDirectory
  /** How often the directory is asked, in milliseconds. */
  readonly lookMs?: number
  /** How long a job waits for a worker, in milliseconds. */
  readonly waitMs?: number
}

const LOOK_MS = 1_000
const WAIT_MS = 10_000
/** Time for which the packs of a worker that has gone are still counted on: others are started in its place. */
const PACK_REMEMBERED_MS = 60_000
/** Pause before a worker that could not be reached is tried again: doubled each time. Milliseconds. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/** The workers of a service, and the jobs that wait for them. */
export interface WorkerPool extends Supervisor {
  readonly waits: WorkerWaits
  /** How long a job waits for a worker, in milliseconds. */
  readonly waitMs: number
  /** The packs with which workers transcribe, or have until a moment ago: they may be starting again. */
  transcriptionPacks(): readonly TranscriptionPack[]
  /** The worker that has this pack and the fewest transcriptions. */
  transcriber(packId: string): WorkerConnection | undefined
}

/** A worker that the directory names, with the connection to it where there is one. */
interface Member {
  readonly connection: WorkerConnection | undefined
  /** Ends the connection as soon as no job needs it. */
  leave(): void
  /** Ends it at once. */
  close(): void
}

/**
 * The workers of a service, as a node uses them: for every job the one with the least to do. Connects to those of a directory, and to those that come
 * later; leaves those that it no longer names.
 */
export function createWorkerPool({
  directory,
  lookMs = LOOK_MS,
  waitMs = WAIT_MS,
}: WorkerPoolOptions): WorkerPool {
  const members = new Map<string, Member>()
  /** In the order in which they came, each with the time of that. */
  const waiting = new Map<(worker: RunningWorker) => void, number>()
  /** By id, each with the time when a worker had it last. */
  const packs = new Map<string, { readonly pack: TranscriptionPack; readonly at: number }>()
  const closed = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const ready = (): readonly WorkerConnection[] =>
    [...members.values()].flatMap(({ connection }) => (connection?.isReady ? [connection] : []))
  const serveWaiting = (): void => {
    for (const give of waiting.keys()) {
      const worker = leastLoaded(ready())
      if (!worker) return
      waiting.delete(give)
      worker.reserve()
      give(worker)
    }
  }
  const notePacks = (): void => {
    const at = performance.now()
    for (const worker of ready()) for (const pack of worker.packs) packs.set(pack.id, { pack, at })
    for (const [id, known] of packs) if (at - known.at > PACK_REMEMBERED_MS) packs.delete(id)
  }
  const look = async (): Promise<void> => {
    // Where the directory is away, the workers that are known still are.
    const found = await directory.list().catch(() => undefined)
    if (closed.signal.aborted) return
    if (found) follow(members, found, serveWaiting)
    notePacks()
    timer = setTimeout(lookAgain, lookMs)
  }
  const lookAgain = (): void => {
    look().catch(() => undefined)
  }
  lookAgain()

  return {
    get state() {
      return ready().length > 0 ? 'ready' : 'restarting'
    },
    get step() {
      return ready().length > 0 ? 'Ready' : 'No worker can be reached'
    },
    get waits() {
      const [oldest] = waiting.values()
      const oldestWaitMs = oldest === undefined ? 0 : performance.now() - oldest
      return { waiting: waiting.size, oldestWaitMs }
    },
    waitMs,
    transcriptionPacks() {
      notePacks()
      return [...packs.values()].map(({ pack }) => pack)
    },
    transcriber(packId) {
      const able = ready().filter((worker) => worker.packs.some(({ id }) => id === packId))
      return anyOf(leastBy(able, ({ transcriptions }) => transcriptions))
    },
    async ready(signal) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<RunningWorker>()
      waiting.set(resolve, performance.now())
      serveWaiting()
      const late = setTimeout(() => reject(noneFree(ready().length, waitMs)), waitMs)
      const stop = (): void => reject(signal.reason)
      const close = (): void => reject(new Error('The node is closing.'))
      signal.addEventListener('abort', stop, { once: true })
      closed.signal.addEventListener('abort', close, { once: true })
      if (closed.signal.aborted) close()
      try {
        return await promise
      } finally {
        waiting.delete(resolve)
        clearTimeout(late)
        signal.removeEventListener('abort', stop)
        closed.signal.removeEventListener('abort', close)
      }
    },
    close() {
      closed.abort()
      clearTimeout(timer)
      for (const member of members.values()) member.close()
      members.clear()
    },
  }
}

/** Share of its places from which a worker is too full to be told by what this node waits for: other nodes wait for it, too. */
const FULL = 0.8

/**
 * Of those with a place left, the one with the least to do now for what it can do (join the shortest queue): a worker whose listeners still hear what
 * came before is free, however many they are. Of those, the one with the fewest jobs; what other nodes have just given it is not known yet: of
 * those that seem equal, any.
 */
function leastLoaded(workers: readonly WorkerConnection[]): WorkerConnection | undefined {
  const share = ({ load, capacity }: WorkerConnection): number => load / capacity
  const free = workers.filter((worker) => share(worker) < 1)
  const roomy = free.filter((worker) => share(worker) < FULL)
  const idlest = leastBy(roomy, ({ awaited, capacity }) => awaited / capacity)
  return anyOf(leastBy(idlest.length > 0 ? idlest : free, share))
}

function anyOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)]
}

/** Those with the lowest measure. */
function leastBy<Item>(items: readonly Item[], measure: (item: Item) => number): readonly Item[] {
  const least = Math.min(...items.map(measure))
  return items.filter((item) => measure(item) === least)
}

function noneFree(workers: number, waitMs: number): AppError {
  const seconds = Math.round(waitMs / 1_000)
  const why =
    workers === 0
      ? 'no worker can be reached'
      : workers === 1
        ? 'the one worker is busy'
        : `all ${workers} workers are busy`
  return new AppError(
    'speech/busy',
    `This text was not reached within ${seconds} s: ${why}. Try again after the time in Retry-After.`,
  )
}

/** Makes members of the workers that were found, and lets the others leave. */
function follow(
  members: Map<string, Member>,
  found: readonly WorkerAddress[],
  onChange: () => void,
): void {
  const wanted = new Map(found.map((address) => [address.url, address]))
  for (const [key, member] of members) {
    if (wanted.has(key)) continue
    members.delete(key)
    member.leave()
  }
  for (const [key, address] of wanted)
    if (!members.has(key)) members.set(key, joinWorker(address, onChange))
}

/** Connects to a worker, and again after a pause wherever the connection ends. */
function joinWorker(address: WorkerAddress, onChange: () => void): Member {
  let connection: WorkerConnection | undefined
  let pause = FIRST_PAUSE_MS
  let retry: NodeJS.Timeout | undefined
  let isOver = false
  const connect = (): void => {
    const fresh = connectWorker(address, () => {
      if (fresh.isReady) pause = FIRST_PAUSE_MS
      if (isOver && fresh.jobs === 0) fresh.kill('the node no longer needs it')
      onChange()
    })
    connection = fresh
    fresh.gone.addEventListener('abort', () => {
      connection = undefined
      if (isOver) return
      retry = setTimeout(connect, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    })
  }
  const end = (isNeeded: boolean): void => {
    isOver = true
    clearTimeout(retry)
    if (!isNeeded) connection?.kill('the node no longer needs it')
  }
  connect()
  return {
    get connection() {
      return isOver ? undefined : connection
    },
    // A worker that ends by itself leaves the directory first: what it still does for this node goes on.
    leave: () => end((connection?.jobs ?? 0) > 0),
    close: () => end(false),
  }
}
