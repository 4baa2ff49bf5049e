import { AppError } from '#shared/errors.ts'
import { openInbox } from './inbox.ts'
import type { FromWorker, JobResult, ToWorker } from './messages.ts'
import type { RunningWorker, Supervisor } from './supervisor.ts'

/** The worker that runs jobs, and settings common to all jobs. */
export interface JobHost {
  readonly supervisor: Supervisor
  /** Milliseconds of silence after which a process with work is killed. */
  readonly silenceMs: number
  readonly onBug: (error: Error) => void
  readonly newJob: () => number
}

/** Creates the first message of a job, from the state at that time. */
export type JobRequest = (job: number) => ToWorker

/**
 * Yields the results of a job. If the process dies, the job is sent once more, to a fresh process. Throws AppError, and
 * the signal's reason.
 */
export async function* runWithRetry(
  host: JobHost,
  order: JobRequest,
  signal: AbortSignal,
): AsyncGenerator<JobResult> {
  for (const mayRepeat of [true, false]) {
    const worker = await whenReady(host.supervisor, signal)
    try {
      yield* runJob(host, worker, order, signal)
      return
    } catch (error) {
      // Whoever stops the work says why; that is no fault.
      signal.throwIfAborted()
      if (!worker.gone.aborted) throw reported(error, host.onBug)
      if (!mayRepeat) throw stoppedTwice(worker, error)
    }
  }
}

function stoppedTwice({ gone }: RunningWorker, error: unknown): AppError {
  return new AppError(
    'speech/failed',
    `The speech process stopped twice over this (${gone.reason.message}). Try again; if it happens again, change the text or the recording and report it.`,
    error,
  )
}

async function whenReady(supervisor: Supervisor, signal: AbortSignal): Promise<RunningWorker> {
  try {
    return await supervisor.ready(signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'speech/failed',
      `Speech is not available: ${why} Try again in a moment.`,
      error,
    )
  }
}

async function* runJob(
  host: JobHost,
  worker: RunningWorker,
  order: JobRequest,
  signal: AbortSignal,
): AsyncGenerator<JobResult> {
  const job = host.newJob()
  const inbox = openInbox(worker, job, signal, host.silenceMs)
  let finished = false
  try {
    worker.send(order(job))
    while (true) {
      const message = await inbox.next()
      finished = message.kind === 'done' || message.kind === 'failed'
      if (message.kind === 'done') return
      if (message.kind === 'failed' || message.kind === 'ready') throw errorOf(message)
      yield message
      worker.send({ kind: 'pull', job })
    }
  } finally {
    inbox.close()
    if (!finished) worker.send({ kind: 'cancel', job })
  }
}

function errorOf(message: FromWorker): Error {
  if (message.kind !== 'failed') return unexpected(message)
  return message.code === 'bug'
    ? new Error(message.message)
    : new AppError(message.code, message.message)
}

/** An internal error: a message that does not belong here. */
export function unexpected(message: FromWorker): Error {
  return new Error(`unexpected message "${message.kind}"`)
}

/** Reports a bug in the worker to `onBug`, and replaces it by an error for the user. */
function reported(error: unknown, onBug: (error: Error) => void): unknown {
  if (error instanceof AppError || !(error instanceof Error) || error.name === 'AbortError')
    return error
  onBug(error)
  return new AppError(
    'speech/failed',
    'A fault in the program has stopped this work. Try another text or recording, and report it: the log has the details.',
    error,
  )
}
