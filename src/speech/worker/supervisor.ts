import type { WorkerLink } from './link.ts'
import type { FromWorker, ToWorker } from './messages.ts'

export type WorkerState = 'starting' | 'ready' | 'restarting' | 'failed'

/** Keeps one speech worker running. */
export interface Supervisor {
  readonly state: WorkerState
  /** Current step, or the reason of a failure, in words. */
  readonly step: string
  /** Resolves with the running process once it is ready; rejects when it cannot be had. */
  ready(signal: AbortSignal): Promise<RunningWorker>
  close(): void
}

export interface RunningWorker {
  send(message: ToWorker): void
  listen(onMessage: (message: FromWorker) => void): () => void
  /** Aborts when the process is gone; the abort reason says why. */
  readonly gone: AbortSignal
  /** End a process that no longer answers; a fresh one follows. */
  kill(reason: string): void
}

export interface SupervisorOptions {
  readonly start: () => WorkerLink
  /**
   * Delays before the first, second, … consecutive restart, in milliseconds. A process that stays up resets the count.
   */
  readonly backOffMs?: readonly number[]
  /** Time for which a process must stay ready before its next failure counts as a first one. */
  readonly settledMs?: number
}

const BACK_OFF_MS = [0, 5_000, 15_000]
const SETTLED_MS = 60_000

/**
 * Starts a speech worker and restarts it whenever it dies; after three failures in a row the next request tries once
 * more.
 */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const backOff = options.backOffMs ?? BACK_OFF_MS
  const settled = options.settledMs ?? SETTLED_MS
  let state: WorkerState = 'starting'
  let step = 'Loading the voices'
  let failures = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.withResolvers<RunningWorker>()
  let link: WorkerLink | undefined
  let leave = new AbortController()
  running.promise.catch(() => undefined)

  const launch = (): void => {
    try {
      watch(options.start())
    } catch (error) {
      // Some systems refuse a new process at once (out of memory) instead of letting it end.
      restart(error instanceof Error ? error.message : String(error))
    }
  }
  const watch = (fresh: WorkerLink): void => {
    link = fresh
    const listeners = new Set<(message: FromWorker) => void>()
    const gone = new AbortController()
    leave = gone
    let readyAt: number | undefined
    let killedBecause: string | undefined
    fresh.onMessage((raw) => {
      // Only our own speech worker holds the other end.
      const message = raw as FromWorker
      if (message.kind !== 'ready') {
        for (const listener of listeners) listener(message)
        return
      }
      readyAt = performance.now()
      state = 'ready'
      step = 'Ready'
      running.resolve({
        send: (out) => fresh.send(out),
        listen: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        gone: gone.signal,
        kill: (reason) => {
          killedBecause = reason
          fresh.kill()
        },
      })
    })
    fresh.onExit((reason) => {
      if (closed || link !== fresh) return
      const why = killedBecause ?? reason
      if (readyAt !== undefined && performance.now() - readyAt > settled) failures = 0
      if (readyAt !== undefined) running = Promise.withResolvers()
      running.promise.catch(() => undefined)
      restart(why)
      gone.abort(new Error(why))
    })
  }
  const restart = (why: string): void => {
    const wait = backOff[failures++]
    if (wait === undefined) {
      state = 'failed'
      step = `The speech process stopped ${failures} times in a row (${why}).`
      running.reject(new Error(step))
      return
    }
    state = 'restarting'
    step = `The speech process stopped (${why}); starting it again`
    if (wait === 0) launch()
    else timer = setTimeout(launch, wait)
  }
  const retryFailed = (): void => {
    running = Promise.withResolvers()
    running.promise.catch(() => undefined)
    failures = backOff.length
    state = 'starting'
    step = 'Loading the voices'
    launch()
  }
  launch()

  return {
    get state() {
      return state
    },
    get step() {
      return step
    },
    async ready(signal) {
      if (state === 'failed' && !closed) retryFailed()
      return abortable(running.promise, signal)
    },
    close() {
      closed = true
      clearTimeout(timer)
      const why = new Error('The engine is closing.')
      running.reject(why)
      // It was given to callers already; whoever asks now gets the reason instead.
      running = Promise.withResolvers()
      running.promise.catch(() => undefined)
      running.reject(why)
      leave.abort(why)
      link?.kill()
    },
  }
}

/** The promise, or the signal's reason if that comes first. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
