import { AppError } from '#shared/errors.ts'

/** Runs work when all that came before is over. */
export type TakeTurn = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** One at a time, in the order they came. Who stops waiting is passed over, and told AppError('speech/cancelled'). */
export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work, signal) => {
    const turn = last.then(async () => {
      if (signal.aborted) throw cancelled(signal)
      return work()
    })
    // The next one waits for the end, good or bad, and reports only its own.
    last = turn.catch(() => undefined)
    return turn
  }
}

function cancelled({ reason }: AbortSignal): unknown {
  if (reason instanceof AppError) return reason
  return new AppError('speech/cancelled', 'The voice was not made: the caller went away.', reason)
}
