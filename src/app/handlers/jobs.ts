import type { EmitEvent } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'

/** The jobs of one window. Each ends in exactly one event: its own `done`, or `job.failed`. */
export interface Jobs {
  /** Run `work` in the background under the caller's id. `work` tells its own success last. */
  start(jobId: string, work: (signal: AbortSignal) => Promise<void>): void
  cancel(jobId: string): void
  /** Cancel everything without telling: the window is gone. */
  close(): void
}

/** Jobs of one window, none running yet. `emit` sends `job.failed`; `onBug` receives errors that are no AppError. */
export function createJobs(emit: EmitEvent, onBug: (error: unknown) => void): Jobs {
  const jobs = new Map<string, AbortController>()
  let closed = false
  const fail = (jobId: string, error: unknown, cancelled: boolean): void => {
    if (closed) return
    const { code, message } = failureOf(error, cancelled, onBug)
    emit('job.failed', { jobId, code, message })
  }
  return {
    start(jobId, work) {
      if (jobs.has(jobId))
        throw new AppError('job/duplicate', 'A job with this id is already running.')
      const stop = new AbortController()
      jobs.set(jobId, stop)
      work(stop.signal)
        .catch((error) => fail(jobId, error, stop.signal.aborted))
        .finally(() => jobs.delete(jobId))
    },
    cancel(jobId) {
      jobs.get(jobId)?.abort()
    },
    close() {
      closed = true
      for (const stop of jobs.values()) stop.abort()
    },
  }
}

function failureOf(
  error: unknown,
  cancelled: boolean,
  onBug: (error: unknown) => void,
): { code: string; message: string } {
  if (cancelled) return { code: 'speech/cancelled', message: 'Stopped.' }
  if (error instanceof AppError) return { code: error.code, message: error.message }
  onBug(error)
  return { code: 'bug', message: 'Something went wrong. The log has the details.' }
}
