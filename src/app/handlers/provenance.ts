import {
  tooLarge,
  VERIFICATION_LIMITS,
  type Verification,
  type Verifications,
} from '#app/verifications.ts'
import type { Provenance } from '#provenance/provenance.ts'
import type { Handlers } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'
import { createKeyedMutex } from '#shared/mutex.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'

type ProvenanceMethod = Extract<keyof Handlers, `provenance.${string}` | `verify.${string}`>

/** Time after which an idle verification is dropped, in milliseconds. */
const IDLE_MS = 10 * 60_000

/** The contract's part about signed provenance, for one window; `close` leaves nothing of its checks behind. */
export function provenanceHandlers(
  provenance: Provenance,
  checks: Verifications,
  retryWhileBusy: RetryWhileBusy,
  idleMs = IDLE_MS,
): { readonly handlers: Pick<Handlers, ProvenanceMethod>; close(): Promise<void> } {
  const { settings, trusted } = provenance
  const desk = windowChecks(checks, idleMs)
  return {
    close: desk.close,
    handlers: {
      'provenance.settings': async () => settings.get(),
      'provenance.change': (wanted) => settings.change(wanted),
      'provenance.preview': async () => [...(await provenance.preview())],
      'provenance.certificate': () => provenance.certificate(),
      'provenance.rotate': () => provenance.rotate(),
      'provenance.trusted': async () => [...(await trusted.list())],
      'provenance.trust': async ({ pem }) => {
        await retryWhileBusy(() => trusted.add(pem))
        return [...(await trusted.list())]
      },
      'provenance.distrust': async ({ id }) => {
        await retryWhileBusy(() => trusted.remove(id))
        return {}
      },
      ...desk.handlers,
    },
  }
}

interface Job {
  readonly check: Verification
  readonly stop: AbortController
  /** Ends a verification that the window has forgotten; every step restarts it. */
  readonly idle: NodeJS.Timeout
}

/** The files that one window has sent to be checked, and not yet finished or left. */
function windowChecks(checks: Verifications, idleMs: number) {
  const jobs = new Map<string, Promise<Job>>()
  /** The steps of one job run one after the other, however fast they are asked for. */
  const byJob = createKeyedMutex<string>()
  const jobOf = async (jobId: string): Promise<Job> => {
    const job = jobs.get(jobId)
    if (!job) throw new AppError('request/invalid', 'This check has ended. Choose the file again.')
    return job
  }
  const runStep = <T>(jobId: string, job: Job, step: () => Promise<T>): Promise<T> => {
    job.idle.refresh()
    return byJob.runExclusive(jobId, step)
  }
  const end = async (jobId: string): Promise<void> => {
    const begun = jobs.get(jobId)
    jobs.delete(jobId)
    // One that could not begin has told its own caller.
    const job = await begun?.catch(() => undefined)
    clearTimeout(job?.idle)
    job?.stop.abort(new AppError('speech/cancelled', 'Stopped.'))
    await byJob.runExclusive(jobId, () => job?.check.close())
  }
  const handlers: Pick<Handlers, Extract<ProvenanceMethod, `verify.${string}`>> = {
    'verify.begin': async ({ jobId, sizeBytes }) => {
      if (sizeBytes > VERIFICATION_LIMITS.file) throw tooLarge('file')
      if (jobs.has(jobId))
        throw new AppError('job/duplicate', 'A job with this id is already running.')
      // Files that cannot be removed now are purged later.
      const forget = (): unknown => end(jobId).catch(() => undefined)
      const begun = begin(checks, () => setTimeout(forget, idleMs).unref())
      jobs.set(jobId, begun)
      await begun.catch((error) => {
        jobs.delete(jobId)
        throw error
      })
      return {}
    },
    'verify.append': async ({ jobId, bytes, sidecar }) => {
      const job = await jobOf(jobId)
      await runStep(jobId, job, () => job.check.append(sidecar ? 'sidecar' : 'file', bytes))
      return {}
    },
    'verify.finish': async ({ jobId }) => {
      const job = await jobOf(jobId)
      try {
        return await runStep(jobId, job, () => job.check.verdict(job.stop.signal))
      } finally {
        await end(jobId)
      }
    },
    'verify.cancel': async ({ jobId }) => {
      await end(jobId)
      return {}
    },
  }
  return {
    handlers,
    async close() {
      await Promise.all([...jobs.keys()].map(end))
    },
  }
}

async function begin(checks: Verifications, watch: () => NodeJS.Timeout): Promise<Job> {
  const check = await checks.open()
  return { check, stop: new AbortController(), idle: watch() }
}
