import { AppError } from '#shared/errors.ts'

/** Runs work when all that came before is over. */
export type TakeTurn = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** One at a time, in the order they came. Who stops waiting is told AppError('speech/cancelled') at once. */
export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work, signal) => {
    const stopped = Promise.withResolvers<never>()
    const stop = (): void => stopped.reject(cancelled(signal))
    const turn = last.then(async () => {
      signal.removeEventListener('abort', stop)
      if (signal.aborted) throw cancelled(signal)
      return work()
    })
    // The next one waits for the end, good or bad, and reports only its own.
    last = turn.catch(() => undefined)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    return Promise.race([turn, stopped.promise])
  }
}

function cancelled({ reason }: AbortSignal): unknown {
  if (reason instanceof AppError) return reason
  return new AppError('speech/cancelled', 'The voice was not made: the caller went away.', reason)
}
