import { AppError } from '#shared/errors.ts'

/** Why work for a window that was closed has ended. It is no fault, and is not reported as one. */
export function windowClosed(): AppError {
  return new AppError('speech/cancelled', 'The window was closed.')
}
