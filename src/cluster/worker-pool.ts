import type { RunningWorker, Supervisor } from '#speech/worker/supervisor.ts'
import type { WorkerDirectory } from './directory.ts'
import { connectWorker, type WorkerConnection } from './worker-connection.ts'

/** The workers of a service, as a node uses them: for every job the one with the least to do. */
export interface WorkerPool extends Supervisor {
  /** Workers that take jobs now. */
  readonly size: number
}

export interface WorkerPoolOptions {
  readonly directory: WorkerDirectory
  /** How often the directory is asked, in milliseconds. */
  readonly lookMs?: number
  /** How long a job waits for a worker, in milliseconds. */
  readonly waitMs?: number
}

const LOOK_MS = 1_000
const WAIT_MS = 10_000
/** Pause before a worker that could not be reached is tried again: doubled each time. Milliseconds. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

interface Entry {
  connection: WorkerConnection | undefined
  pause: number
  retry: NodeJS.Timeout | undefined
}

/** Connects to the workers of a directory, and to those that come later; drops those that it no longer names. */
export function createWorkerPool({
  directory,
  lookMs = LOOK_MS,
  waitMs = WAIT_MS,
}: WorkerPoolOptions): WorkerPool {
  const entries = new Map<string, Entry>()
  const waiting = new Set<(worker: RunningWorker) => void>()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const ready = (): readonly WorkerConnection[] =>
    [...entries.values()].flatMap(({ connection }) => (connection?.isReady ? [connection] : []))
  /** What another node has just given it is not known yet: of those that seem equal, any. */
  const choose = (): WorkerConnection | undefined => {
    const loads = ready().map((worker) => ({ worker, load: Math.max(worker.load, worker.jobs) }))
    const least = Math.min(...loads.map(({ load }) => load))
    const best = loads.filter(({ load }) => load === least)
    return best[Math.floor(Math.random() * best.length)]?.worker
  }
  const serveWaiting = (): void => {
    const worker = waiting.size > 0 ? choose() : undefined
    if (!worker) return
    for (const give of waiting) give(worker)
    waiting.clear()
  }
  const connect = (entry: Entry, address: Parameters<typeof connectWorker>[0]): void => {
    const connection = connectWorker(address, () => {
      if (connection.isReady) entry.pause = FIRST_PAUSE_MS
      serveWaiting()
    })
    entry.connection = connection
    connection.gone.addEventListener('abort', () => {
      if (entry.connection !== connection) return
      entry.connection = undefined
      if (isClosed) return
      entry.retry = setTimeout(() => connect(entry, address), entry.pause)
      entry.pause = Math.min(entry.pause * 2, LONGEST_PAUSE_MS)
    })
  }
  const drop = (key: string, entry: Entry): void => {
    entries.delete(key)
    clearTimeout(entry.retry)
    // A worker that ends by itself leaves the directory first: what it still does for this node goes on.
    const { connection } = entry
    entry.connection = undefined
    if (connection?.jobs === 0 || isClosed) connection?.kill('the node no longer needs it')
  }
  const look = async (): Promise<void> => {
    try {
      const found = new Map(
        (await directory.list()).map((one) => [`${one.url} ${one.secret}`, one]),
      )
      if (isClosed) return
      for (const [key, entry] of entries) if (!found.has(key)) drop(key, entry)
      for (const [key, address] of found) {
        if (entries.has(key)) continue
        const entry: Entry = { connection: undefined, pause: FIRST_PAUSE_MS, retry: undefined }
        entries.set(key, entry)
        connect(entry, address)
      }
    } catch {
      // The directory is away: the workers that are known still are.
    }
    if (!isClosed) timer = setTimeout(lookAgain, lookMs)
  }
  const lookAgain = (): void => {
    look().catch(() => undefined)
  }
  lookAgain()

  return {
    get size() {
      return ready().length
    },
    get state() {
      return ready().length > 0 ? 'ready' : 'restarting'
    },
    get step() {
      const count = ready().length
      return count > 0 ? `Ready: ${count} workers` : 'No worker can be reached'
    },
    ready(signal) {
      const chosen = choose()
      if (chosen) return Promise.resolve(chosen)
      const { promise, resolve, reject } = Promise.withResolvers<RunningWorker>()
      if (isClosed) return Promise.reject(new Error('The node is closing.'))
      waiting.add(resolve)
      const late = setTimeout(() => reject(new Error('No worker can be reached.')), waitMs)
      const stop = (): void => reject(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      return promise.finally(() => {
        waiting.delete(resolve)
        clearTimeout(late)
        signal.removeEventListener('abort', stop)
      })
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const [key, entry] of entries) drop(key, entry)
    },
  }
}
