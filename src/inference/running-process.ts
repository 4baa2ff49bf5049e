import { AppError } from '#shared/errors.ts'
import type { WorkerLink } from '#speech/worker/link.ts'
import type { FromModel, JobMessage, ToModel } from './messages.ts'
import type { InstalledPack } from './pack.ts'

/** A model process that has its pack open, or is opening it. */
export interface RunningProcess {
  send(message: ToModel): void
  /** Calls `listener` with the messages of one job; answers how to stop that. */
  listen(job: number, listener: (message: JobMessage) => void): () => void
  /** Aborts when the process has ended; the reason is an AppError that says why, in words. */
  readonly gone: AbortSignal
  /** Resolves once the pack is open; rejects with the reason of `gone`. */
  readonly ready: Promise<void>
  /** Ends the process. `why`: what its jobs are told, such as "it did not answer". */
  kill(why: string): void
}

/** Words for the signal by which a process ends itself when it is too large: see process/limit-memory.ts. */
const OUT_OF_MEMORY = /SIGUSR2/

/** Starts a process for a pack. A process that has not opened it after `openMs` is ended. */
export function runProcess(
  start: () => WorkerLink,
  pack: InstalledPack,
  { threads, openMs }: { readonly threads: number; readonly openMs: number },
): RunningProcess {
  const gone = new AbortController()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => undefined)
  const listeners = new Map<number, (message: JobMessage) => void>()
  let why: string | undefined
  const end = (reason: string): void => {
    clearTimeout(slow)
    if (gone.signal.aborted) return
    const error = new AppError('model/failed', `The model ${pack.id} stopped: ${why ?? reason}`)
    gone.abort(error)
    ready.reject(error)
  }
  let link: WorkerLink | undefined
  const kill = (reason: string): void => {
    why ??= reason
    link?.kill()
  }
  const slow = setTimeout(
    () => kill(`it was not loaded within ${Math.round(openMs / 1_000)} s.`),
    openMs,
  )
  try {
    link = start()
    link.onExit((reason) => end(toWords(reason, pack)))
    link.onMessage((raw) => {
      // Only our own model process holds the other end.
      const message = raw as FromModel
      if (message.kind === 'ready') {
        clearTimeout(slow)
        ready.resolve()
      } else if (message.kind === 'refused') kill(message.message)
      else listeners.get(message.job)?.(message)
    })
    link.send({ kind: 'open', pack, threads } satisfies ToModel)
  } catch (error) {
    // Some systems refuse a new process at once.
    end(error instanceof Error ? error.message : String(error))
  }
  return {
    send: (message) => link?.send(message),
    listen(job, listener) {
      listeners.set(job, listener)
      return () => listeners.delete(job)
    },
    gone: gone.signal,
    ready: ready.promise,
    kill,
  }
}

function toWords(reason: string, { memoryMegabytes }: InstalledPack): string {
  return OUT_OF_MEMORY.test(reason)
    ? `it needed more than the ${memoryMegabytes.toLocaleString('en')} MB that it may take. Close other programs and try a shorter recording or text.`
    : `its process ended (${reason}). If this happens again, verify its files with "griot models verify".`
}
