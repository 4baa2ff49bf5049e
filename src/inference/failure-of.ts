import { AppError } from '#shared/errors.ts'
import type { JobMessage } from './messages.ts'

/** The last message of a job that has failed: in the words of an AppError, or with the stack of a fault in the program. */
export function failureOf(job: number, error: unknown): Extract<JobMessage, { kind: 'failed' }> {
  if (error instanceof AppError)
    return { kind: 'failed', job, code: error.code, message: error.message }
  const message = String(error instanceof Error ? error.stack : error)
  return { kind: 'failed', job, code: 'bug', message }
}
