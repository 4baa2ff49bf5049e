import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { CREDIT, type FromSynth, type ToSynth } from './messages.ts'
import type { Speaker } from './speaker.ts'

/** The synthesis process's end of a link to the host. */
export interface HostLink {
  send(message: FromSynth): void
  onMessage(listener: (message: ToSynth) => void): void
}

interface Job {
  readonly id: number
  readonly chunks: AsyncGenerator<SpokenChunk>
  readonly stop: AbortController
  credit: number
  /** Seconds of sound it was served; decides whose turn it is. */
  served: number
}

/**
 * Answer the host's jobs over `link`, one chunk at a time: the turn goes to the job that was served the least
 * sound, and a new job enters at the least of those waiting (start-time fair queueing, Goyal, Vin & Cheng 1996),
 * so that fifty texts at once are all heard early and none starves.
 */
export function serveSpeaker(link: HostLink, speaker: Speaker): void {
  const jobs = new Map<number, Job>()
  let running = false

  const report = (job: number, error: unknown): void => {
    const known = error instanceof AppError
    const message = known ? error.message : String(error instanceof Error ? error.stack : error)
    link.send({ kind: 'failed', job, code: known ? error.code : 'bug', message })
  }
  const step = async (job: Job): Promise<void> => {
    const next = await job.chunks.next()
    if (!jobs.has(job.id)) return
    if (next.done) {
      jobs.delete(job.id)
      link.send({ kind: 'done', job: job.id })
      return
    }
    job.credit--
    job.served += next.value.samples.length
    link.send({ kind: 'chunk', job: job.id, chunk: next.value })
  }
  const run = async (): Promise<void> => {
    if (running) return
    running = true
    for (let job = nextJob(jobs); job; job = nextJob(jobs)) {
      const { id } = job
      await step(job).catch((error) => {
        if (jobs.delete(id)) report(id, error)
      })
      // Let cancels and new jobs in between two chunks.
      await nextTurn()
    }
    running = false
  }
  const wake = (): void => {
    run().catch((error) => report(-1, error))
  }
  link.onMessage((message) => {
    const job = jobs.get(message.job)
    if (message.kind === 'speak') {
      const stop = new AbortController()
      const chunks = speaker.speak(message.request, stop.signal, message.resume)
      jobs.set(message.job, { id: message.job, chunks, stop, credit: CREDIT, served: least(jobs) })
      wake()
    } else if (job && message.kind === 'pull') {
      job.credit++
      wake()
    } else if (job) {
      jobs.delete(job.id)
      job.stop.abort()
    }
  })
}

function nextJob(jobs: ReadonlyMap<number, Job>): Job | undefined {
  let next: Job | undefined
  // At equal service the younger job goes first: its listener has heard nothing yet.
  for (const job of jobs.values())
    if (job.credit > 0 && (!next || job.served <= next.served)) next = job
  return next
}

function least(jobs: ReadonlyMap<number, Job>): number {
  let served = Number.POSITIVE_INFINITY
  for (const job of jobs.values()) served = Math.min(served, job.served)
  return Number.isFinite(served) ? served : 0
}
