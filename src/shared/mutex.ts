/**
 * Mutual exclusion. Our own, because a task that waits can leave the queue when its signal aborts, which async-mutex does
 * not offer.
 */

/** The part of an AbortSignal that a mutex needs. This folder is typed for no platform, so that it runs on each. */
export interface AbortSource {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * Mutual exclusion among asynchronous tasks of one process. Not re-entrant: a task that waits for another run of the same
 * mutex waits for ever.
 */
export interface Mutex {
  /**
   * Runs `task` when every task that was given before has settled (first in, first out). A task that fails does not hold
   * up the next one. Rejects with what `task` throws, or, as soon as `signal` aborts before `task` has begun, with the
   * reason of `signal`: then `task` never runs.
   */
  runExclusive<T>(task: () => T | PromiseLike<T>, signal?: AbortSource): Promise<T>
}

/** One mutex for each key; tasks of different keys run at the same time. */
export interface KeyedMutex<K> {
  /** As `Mutex.runExclusive`, among the tasks of `key`. */
  runExclusive<T>(key: K, task: () => T | PromiseLike<T>, signal?: AbortSource): Promise<T>
  /** Number of keys that have a task running or waiting. Others take no memory. */
  readonly size: number
}

/** A mutex that is free. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return {
    runExclusive(task, signal) {
      const aborted = Promise.withResolvers<never>()
      const abort = (): void => aborted.reject(signal?.reason)
      const run = last.then(() => {
        signal?.removeEventListener('abort', abort)
        if (signal?.aborted) throw signal.reason
        return task()
      })
      last = run.catch(() => undefined)
      if (!signal) return run
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
      return Promise.race([run, aborted.promise])
    },
  }
}

/** Mutexes by key, each made when it is needed and dropped when it is free. Keys are compared as in a Map. */
export function createKeyedMutex<K>(): KeyedMutex<K> {
  const entries = new Map<K, { readonly mutex: Mutex; tasks: number }>()
  return {
    runExclusive(key, task, signal) {
      const entry = entries.get(key) ?? { mutex: createMutex(), tasks: 0 }
      entries.set(key, entry)
      entry.tasks++
      return entry.mutex.runExclusive(task, signal).finally(() => {
        entry.tasks--
        if (entry.tasks === 0) entries.delete(key)
      })
    },
    get size() {
      return entries.size
    },
  }
}
