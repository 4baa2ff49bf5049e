import { AppError, isFull } from '#shared/errors.ts'

/** How long a write waits in all for another program that keeps the library locked, and between two tries. */
const RETRY_TIMEOUT_MS = 5_000
const RETRY_INTERVAL_MS = 50

/**
 * What `write` answers: one statement or one transaction, which is tried again while another program keeps the library
 * locked. Everything else goes on between two tries. Who comes first writes first: it is tried at once only where nobody
 * waits. Throws what `write` throws, AppError('storage/busy') where the lock lasts or the program ends, and why `signal`
 * was aborted: then nothing is written.
 */
export type RetryWhileBusy = <T>(write: () => T, signal?: AbortSignal) => Promise<T>

/** The writes of one library that wait for it. `end` gives them a last try at once; from then on none waits. */
export function createBusyRetry(): { readonly retryWhileBusy: RetryWhileBusy; end(): void } {
  const line: (() => boolean)[] = []
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const serve = (): void => {
    const isOver = line[0]?.()
    if (isOver) line.shift()
    timer = line.length > 0 ? setTimeout(serve, isOver ? 0 : RETRY_INTERVAL_MS) : undefined
  }
  const retryWhileBusy: RetryWhileBusy = (write, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof write>>()
    const until = performance.now() + RETRY_TIMEOUT_MS
    const isOver = (): boolean => {
      try {
        signal?.throwIfAborted()
        resolve(write())
      } catch (error) {
        if (isBusy(error) && !isEnded && performance.now() < until) return false
        reject(error)
      }
      return true
    }
    if (line.length === 0 && isOver()) return promise
    line.push(isOver)
    timer ??= setTimeout(serve, RETRY_INTERVAL_MS)
    // Told at once; when its turn comes, nothing is written.
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
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
 * Whether the library takes nothing at present (locked by another program, no room on its disk, its file moved away):
 * nothing was written, and may be later.
 */
export function isTransient(error: unknown): boolean {
  const isMoved = error instanceof AppError && error.code === 'storage/moved'
  return isBusy(error) || isFull(error) || isMoved
}

/** Whether another program keeps the library locked: nothing was written, and may be later. */
export function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'storage/busy'
}
