import { AppError } from '#shared/errors.ts'
import { createMutex } from '#shared/mutex.ts'
import type { PackJob } from '#shared/packs.ts'
import type { PackProgress } from './install-pack.ts'
import { createTransferRate, type TransferRate } from './transfer-rate.ts'

/** Work on packs that goes on while nobody waits for it; at most one for each pack. */
export interface PackJobs {
  of(id: string): PackJob | undefined
  /**
   * Begins `work` as the job of a pack, one after another where `isQueued`; does nothing while one runs. Resolves when it has
   * ended, however that was: never rejects.
   */
  start(id: string, isQueued: boolean, work: PackWork): Promise<void>
  /** Ends the job of a pack, and resolves when it has ended; its state is then `state`. */
  stop(id: string, state: 'paused' | 'cancelled'): Promise<void>
  /** Forgets how the last job of a pack ended. */
  forget(id: string): void
  close(): Promise<void>
}

export type PackWork = (
  onProgress: (progress: PackProgress) => void,
  signal: AbortSignal,
) => Promise<void>

export interface PackJobsOptions {
  /** Told whenever a job is not what it was, but of progress at most four times a second. */
  readonly onChange: (id: string) => void
  readonly onBug: (error: unknown) => void
  readonly nowMs?: () => number
}

interface RunningJob {
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** Why a job was stopped. */
class Stopped extends Error {
  readonly state: 'paused' | 'cancelled'
  constructor(state: 'paused' | 'cancelled') {
    super('Stopped.')
    this.state = state
  }
}

const PROGRESS_MS = 250
const REFRESH_MS = 1_000

/** Jobs on packs, none yet. */
export function createPackJobs({
  onChange,
  onBug,
  nowMs = () => performance.now(),
}: PackJobsOptions): PackJobs {
  const jobs = new Map<string, PackJob>()
  const running = new Map<string, RunningJob>()
  const queue = createMutex()
  const set = (id: string, job: PackJob): void => {
    jobs.set(id, job)
    onChange(id)
  }
  const run = async (
    id: string,
    isQueued: boolean,
    work: PackWork,
    signal: AbortSignal,
  ): Promise<void> => {
    const progress = createProgress(nowMs, (job, isDue) => {
      if (isDue) set(id, job)
      else jobs.set(id, job)
    })
    const sizes = (): Pick<PackJob, 'doneBytes' | 'totalBytes'> => {
      const { doneBytes = 0, totalBytes = 0 } = jobs.get(id) ?? {}
      return { doneBytes, totalBytes }
    }
    const refreshing = setInterval(progress.refresh, REFRESH_MS).unref()
    try {
      set(id, { state: 'waiting', doneBytes: 0, totalBytes: 0 })
      const task = (): Promise<void> => work(progress.show, signal)
      await (isQueued ? queue.runExclusive(task, signal) : task())
      const { totalBytes } = sizes()
      set(id, { state: 'done', doneBytes: totalBytes, totalBytes })
    } catch (error) {
      if (signal.aborted && signal.reason instanceof Stopped)
        set(id, { state: signal.reason.state, ...sizes() })
      else set(id, { state: 'failed', ...sizes(), message: wordsOf(error, onBug) })
    } finally {
      clearInterval(refreshing)
    }
  }
  const stop = async (id: string, state: 'paused' | 'cancelled'): Promise<void> => {
    const job = running.get(id)
    job?.stop.abort(new Stopped(state))
    await job?.ended
    if (state === 'cancelled' && jobs.get(id)?.state !== 'done') jobs.delete(id)
  }
  return {
    of: (id) => jobs.get(id),
    start(id, isQueued, work) {
      const before = running.get(id)
      if (before) return before.ended
      const stopping = new AbortController()
      const ended = run(id, isQueued, work, stopping.signal).finally(() => running.delete(id))
      running.set(id, { stop: stopping, ended })
      return ended
    },
    stop,
    forget(id) {
      if (!running.has(id)) jobs.delete(id)
    },
    async close() {
      await Promise.all([...running.keys()].map((id) => stop(id, 'paused')))
    },
  }
}

interface JobProgress {
  readonly show: (progress: PackProgress) => void
  /** Tells where it is once more: the speed is another one by now. */
  readonly refresh: () => void
}

/** Makes jobs of progress, with the speed; `isDue` a few times a second, and when the phase is another one. */
function createProgress(
  nowMs: () => number,
  tell: (job: PackJob, isDue: boolean) => void,
): JobProgress {
  const rate = createTransferRate(nowMs)
  let last: PackProgress | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  const show = (progress: PackProgress, isDue: boolean): void => {
    if (isDue) toldAt = nowMs()
    tell(jobOf(progress, rate), isDue)
  }
  return {
    show(progress) {
      const isSamePhase = last?.phase === progress.phase
      if (progress.phase === 'downloading' && last && isSamePhase)
        rate.add(Math.max(0, progress.doneBytes - last.doneBytes))
      last = progress
      show(progress, !isSamePhase || nowMs() - toldAt >= PROGRESS_MS)
    },
    refresh: () => last && show(last, true),
  }
}

function jobOf({ phase, doneBytes, totalBytes }: PackProgress, rate: TransferRate): PackJob {
  const job = { state: phase, doneBytes, totalBytes }
  if (phase !== 'downloading') return job
  const [bytesPerSecond, secondsLeft] = [
    rate.bytesPerSecond(),
    rate.secondsFor(totalBytes - doneBytes),
  ]
  return {
    ...job,
    ...(bytesPerSecond === undefined ? {} : { bytesPerSecond: Math.round(bytesPerSecond) }),
    ...(secondsLeft === undefined ? {} : { secondsLeft }),
  }
}

function wordsOf(error: unknown, onBug: (error: unknown) => void): string {
  if (error instanceof AppError) return error.message
  onBug(error)
  return 'Something went wrong. The log has the details.'
}
