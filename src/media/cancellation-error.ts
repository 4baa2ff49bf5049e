import { AppError } from '#shared/errors.ts'

/** Error of an aborted encoder: the AppError that the signal was aborted with, else AppError('speech/cancelled'). */
export function cancellationError(signal: AbortSignal): AppError {
  if (signal.reason instanceof AppError) return signal.reason
  return new AppError('speech/cancelled', 'The speech was stopped before its end.', signal.reason)
}
