import { AppError } from '#shared/errors.ts'

/** What an encoder throws once its signal is aborted: AppError('speech/cancelled'), or the AppError it was aborted with. */
export function cancellationError(signal: AbortSignal): AppError {
  if (signal.reason instanceof AppError) return signal.reason
  return new AppError('speech/cancelled', 'The speech was stopped before its end.', signal.reason)
}
