import { AppError, isFull } from '#shared/errors.ts'
import type { Awaitable } from './awaitable.ts'

/** Maximum wait of a write for another program's lock, and the interval between two attempts. */
const RETRY_TIMEOUT_MS = 5_000
const RETRY_INTERVAL_MS = 50

/**
 * Runs `write`, one statement or one transaction, and retries it while another program keeps the library locked (SQLITE_BUSY),
 * or while its server does not answer. Other work goes on between two attempts. First in, first out where `write` answers at
 * once: the first attempt is made at once only where no write waits.
 * Throws what `write` throws, AppError('storage/busy') where the lock lasts for five seconds or the process ends, and the
 * reason of `signal`: then nothing is written.
 */
export type RetryWhileBusy = <T>(write: () => Awaitable<T>, signal?: AbortSignal) => Promise<T>

/** The retry queue of one library. `end` gives every waiting write a last attempt; later ones do not wait. */
export function createBusyRetry(): { readonly retryWhileBusy: RetryWhileBusy; end(): void } {
  const line: (() => Awaitable<boolean>)[] = []
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const serve = async (): Promise<void> => {
    const isOver = await line[0]?.()
    if (isOver) line.shift()
    timer = line.length > 0 ? setTimeout(serve, isOver ? 0 : RETRY_INTERVAL_MS) : undefined
  }
  const retryWhileBusy: RetryWhileBusy = <T>(write: () => Awaitable<T>, signal?: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const until = performance.now() + RETRY_TIMEOUT_MS
    const isOver = (): Awaitable<boolean> => {
      const failed = (error: unknown): boolean => {
        if (isBusy(error) && !isEnded && performance.now() < until) return false
        reject(error)
        return true
      }
      const done = (result: T): boolean => {
        resolve(result)
        return true
      }
      try {
        signal?.throwIfAborted()
        const result = write()
        return result instanceof Promise ? result.then(done, failed) : done(result)
      } catch (error) {
        return failed(error)
      }
    }
    const wait = (): void => {
      line.push(isOver)
      timer ??= setTimeout(serve, RETRY_INTERVAL_MS)
    }
    // Rejected at once; at its turn nothing is written.
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    if (line.length > 0) {
      wait()
      return promise
    }
    const first = isOver()
    if (first instanceof Promise) first.then((isDone) => isDone || wait(), reject)
    else if (!first) wait()
    return promise
  }
  return {
    retryWhileBusy,
    end() {
      isEnded = true
      clearTimeout(timer)
      for (const isOver of line.splice(0)) isOver()
    },
  }
}

/**
 * Whether a write failed for a reason that may pass: the library is locked by another program, its disk or the bucket is full, its
 * file was moved away, or the bucket is read-only. Nothing was written.
 */
export function isTransient(error: unknown): boolean {
  return isBusy(error) || isFull(error) || isShut(error)
}

/** Whether nothing can be written until somebody gives the library its file back, or the bucket its permissions. */
function isShut(error: unknown): boolean {
  return error instanceof AppError && ['storage/moved', 'storage/read-only'].includes(error.code)
}

/** Whether a write failed because another program keeps the library locked. Nothing was written. */
export function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'storage/busy'
}
