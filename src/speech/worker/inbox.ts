import type { FromWorker } from './messages.ts'
import type { RunningWorker } from './supervisor.ts'

/** Messages of the speech worker about one job. */
export interface Inbox {
  /** The next message about this job; rejects when the process is gone, silent too long, or the signal aborts. */
  next(): Promise<FromWorker>
  close(): void
}

/**
 * Listens for `job` until it is closed. A process that sends nothing for `silenceMs` while a message is awaited is
 * killed.
 */
export function openInbox(
  worker: RunningWorker,
  job: number,
  signal: AbortSignal,
  silenceMs: number,
): Inbox {
  const arrived: FromWorker[] = []
  let waiting: PromiseWithResolvers<FromWorker> | undefined
  let heardAt = performance.now()
  const settle = (): void => {
    if (!waiting) return
    const message = arrived.shift()
    // After an abort, nothing more is delivered, not even messages that had arrived.
    if (signal.aborted) waiting.reject(signal.reason)
    else if (message) waiting.resolve(message)
    else if (worker.gone.aborted) waiting.reject(worker.gone.reason)
    else return
    waiting = undefined
  }
  const stopListening = worker.listen((message) => {
    heardAt = performance.now()
    if (!('job' in message) || message.job !== job) return
    arrived.push(message)
    settle()
  })
  signal.addEventListener('abort', settle)
  worker.gone.addEventListener('abort', settle)
  const watch = setInterval(() => {
    if (waiting && performance.now() - heardAt > silenceMs) worker.kill('it did not answer')
  }, silenceMs / 4)
  return {
    next() {
      heardAt = performance.now()
      waiting = Promise.withResolvers()
      const { promise } = waiting
      settle()
      return promise
    },
    close() {
      clearInterval(watch)
      stopListening()
      signal.removeEventListener('abort', settle)
      worker.gone.removeEventListener('abort', settle)
    },
  }
}
