import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import type { InstalledPack } from './pack.ts'
import { type RunningProcess, runProcess } from './running-process.ts'

/** The process of one pack: started by the first job, ended when none has come for a while. */
export interface PackProcess {
  /**
   * Waits for a place, then runs `work` with a process that has the pack open. Throws AppError('model/busy') where too many
   * wait already, ('model/failed') where the process cannot be had now, and the signal's reason.
   */
  use<T>(
    work: (process: RunningProcess) => Promise<T>,
    signal: AbortSignal,
    onQueued?: OnQueued,
  ): Promise<T>
  /**
   * Resolves when a process may be started again after one that failed, at once where none did. Rejects with the signal's
   * reason, and with the failure itself where that is further away than a few seconds.
   */
  mayStart(signal: AbortSignal): Promise<void>
  /** Ends the process and waits for its end; its jobs are told `why`. The next job starts another one. */
  end(why: string): Promise<void>
}

/**
 * Is told the place in the queue where a job has to wait: 1 is next; and 0 once its turn has come. Not called where it does not
 * have to wait.
 */
export type OnQueued = (place: number) => void

export interface PackProcessOptions {
  /** Starts a process that runs `src/inference/process/index.ts`. */
  readonly start: (pack: InstalledPack) => WorkerLink
  /** Threads of one calculation; left out: 2. */
  readonly threads?: number | undefined
  /** Time without a job after which a process ends, in milliseconds; left out: five minutes. */
  readonly idleMs?: number | undefined
  /** Time in which a pack is open, in milliseconds; left out: three minutes. */
  readonly openMs?: number | undefined
  /** Times to wait after the first, second, … failure in a row, in milliseconds. */
  readonly backOffMs?: readonly number[] | undefined
}

/** Jobs that a process has open at once: most of a live one is waiting for its speaker. */
const OPEN_JOBS = 4
const MOST_WAITING = 16
/** Time after the first, second, … failure in a row in which no new process is started, in milliseconds. */
const BACK_OFF_MS = [2_000, 15_000, 60_000, 300_000]
const MINUTE_MS = 60_000
/** Longest time for which work waits for a process that may not be started yet. */
const MOST_WAIT_MS = 3_000

export function createPackProcess(
  pack: InstalledPack,
  {
    start,
    threads = 2,
    idleMs = 5 * MINUTE_MS,
    openMs = 3 * MINUTE_MS,
    backOffMs = BACK_OFF_MS,
  }: PackProcessOptions,
): PackProcess {
  let running: RunningProcess | undefined
  let failures = 0
  let notBefore = 0
  let lastFailure: AppError | undefined
  let open = 0
  let idle: NodeJS.Timeout | undefined
  const waiting: { readonly go: () => void; readonly tell: (place: number) => void }[] = []
  const tellPlaces = (): void => {
    for (const [at, { tell }] of waiting.entries()) tell(at + 1)
  }

  const launch = (): RunningProcess => {
    const fresh = runProcess(() => start(pack), pack, { threads, openMs })
    running = fresh
    const onGone = (): void => {
      if (running !== fresh) return
      running = undefined
      clearTimeout(idle)
      const wait = backOffMs[Math.min(failures++, backOffMs.length - 1)] ?? 0
      notBefore = performance.now() + wait
      lastFailure = fresh.gone.reason
    }
    if (fresh.gone.aborted) onGone()
    else fresh.gone.addEventListener('abort', onGone, { once: true })
    return fresh
  }
  /** An end that is no failure. */
  const letGo = async (why: string): Promise<void> => {
    const process = running
    running = undefined
    clearTimeout(idle)
    if (!process || process.gone.aborted) return
    const gone = Promise.withResolvers<void>()
    process.gone.addEventListener('abort', () => gone.resolve(), { once: true })
    process.kill(why)
    await gone.promise
  }
  const whenFree = async (signal: AbortSignal, onQueued: OnQueued | undefined): Promise<void> => {
    signal.throwIfAborted()
    if (open < OPEN_JOBS) {
      open++
      return
    }
    if (waiting.length >= MOST_WAITING)
      throw new AppError(
        'model/busy',
        `The model ${pack.id} has ${open + waiting.length} jobs already, which is the limit. Try again in a moment.`,
      )
    const { promise, resolve: go, reject } = Promise.withResolvers<void>()
    let last: number | undefined
    const tell = (place: number): void => {
      if (place !== last) onQueued?.(place)
      last = place
    }
    const own = { go, tell }
    const leave = (): void => {
      const at = waiting.indexOf(own)
      // Its turn has just come: it is over in a moment.
      if (at < 0) return
      waiting.splice(at, 1)
      tellPlaces()
      reject(signal.reason)
    }
    waiting.push(own)
    tell(waiting.length)
    signal.addEventListener('abort', leave, { once: true })
    await promise
    signal.removeEventListener('abort', leave)
    tell(0)
  }
  /** The place goes to who has waited longest; else the process ends after a while. */
  const free = (): void => {
    const next = waiting.shift()
    if (next) {
      next.go()
      tellPlaces()
      return
    }
    open--
    clearTimeout(idle)
    if (open > 0) return
    idle = setTimeout(() => {
      letGo('it was not used for a while.').catch(() => undefined)
    }, idleMs)
    idle.unref()
  }
  const available = (): RunningProcess => {
    if (running) return running
    if (performance.now() >= notBefore) return launch()
    const seconds = Math.ceil((notBefore - performance.now()) / 1_000)
    throw new AppError(
      'model/failed',
      `${lastFailure?.message ?? ''} It is started again in ${seconds} s at the earliest.`.trim(),
      lastFailure,
    )
  }
  return {
    async use(work, signal, onQueued) {
      await whenFree(signal, onQueued)
      clearTimeout(idle)
      try {
        const process = available()
        await untilReady(process, signal)
        const result = await work(process)
        failures = 0
        return result
      } finally {
        free()
      }
    },
    async mayStart(signal) {
      const wait = notBefore - performance.now()
      if (running || wait <= 0) return
      if (wait > MOST_WAIT_MS) throw lastFailure
      await delay(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
    },
    end: letGo,
  }
}

async function untilReady({ ready }: RunningProcess, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const stop = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([ready, aborted.promise]).finally(() =>
    signal.removeEventListener('abort', stop),
  )
}
