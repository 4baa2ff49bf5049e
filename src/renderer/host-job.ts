import { AppError, type ErrorCode } from '#shared/errors.ts'
import { call, getConnection, on, subscribeConnection } from './client.ts'
import { ConnectionLostError } from './socket.ts'
import { randomId } from './ui/random-id.ts'

/** How a job on the host is started, and which events it listens to. */
interface HostJob<T> {
  /** Starts to listen; `finish` ends the job with its result. Returns the functions that stop listening. */
  readonly listen: (jobId: string, finish: (result: T) => void) => readonly (() => void)[]
  /** Rejects where the job cannot be started. */
  readonly start: (jobId: string) => Promise<unknown>
}

/**
 * Runs a job on the host to its end, and cancels it there when the signal aborts. Rejects with the AppError that the job failed with,
 * ConnectionLostError, what `start` rejects with, or the reason of the signal.
 */
export async function runHostJob<T>(
  { listen, start }: HostJob<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted()
  const jobId = randomId()
  const ended = Promise.withResolvers<T>()
  const cancel = (): void => {
    // A lost connection has ended the job already.
    call('job.cancel', { jobId }).catch(() => undefined)
  }
  const onAbort = (): void => {
    ended.reject(signal.reason)
    cancel()
  }
  const unsubscribers = [
    ...listen(jobId, ended.resolve),
    on('job.failed', ({ jobId: id, code, message }) => {
      // The host sends the codes of its own errors.
      if (id === jobId) ended.reject(new AppError(code as ErrorCode, message))
    }),
    subscribeConnection(() => {
      if (getConnection().status === 'lost') ended.reject(new ConnectionLostError())
    }),
  ]
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([ended.promise, start(jobId)])
    return await ended.promise
  } catch (error) {
    // A job that was begun may wait for more.
    if (!signal.aborted) cancel()
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', onAbort)
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
