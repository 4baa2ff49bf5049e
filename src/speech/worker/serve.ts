import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import type { MarkRestorer, Speaker, WordReader } from '#speech/speaker.ts'
import { startSpan, within } from '#telemetry/tracing.ts'
import { CREDIT, type FromWorker, type JobResult, type ToWorker } from './messages.ts'

/** The speech worker's end of a link to the host. */
export interface HostLink {
  send(message: FromWorker): void
  onMessage(listener: (message: ToWorker) => void): void
}

/** Cost of a result without sound, in samples: planning a sentence takes 2 ms. */
const SILENT_WORK = 2_400

interface Job {
  readonly id: number
  readonly results: AsyncGenerator<JobResult>
  readonly stop: AbortController
  credit: number
  /** Samples it was served; decides whose turn it is. */
  served: number
  isHeard: boolean
}

/**
 * Runs the host's jobs over `link`, `parallel` results at a time (see `Capabilities`): the job that was served the least sound comes next, and a new
 * job enters at the least of those waiting (start-time fair queueing, Goyal, Vin & Cheng 1996), so that fifty texts at
 * once are all heard early and none starves.
 */
export function serveSpeaker(
  link: HostLink,
  speaker: TextSpeaker & Partial<Cloner & Inspector>,
  parallel = 1,
): void {
  const jobs = new Map<number, Job>()
  const recordings = new Map<number, AbortController>()

  const report = (job: number, error: unknown): void => {
    const known = error instanceof AppError
    const message = known ? error.message : String(error instanceof Error ? error.stack : error)
    link.send({ kind: 'failed', job, code: known ? error.code : 'bug', message })
  }
  const step = async (job: Job): Promise<void> => {
    const next = await job.results.next()
    if (!jobs.has(job.id)) return
    if (next.done) {
      jobs.delete(job.id)
      link.send({ kind: 'done', job: job.id })
      return
    }
    job.credit--
    job.isHeard = true
    if (next.value.kind === 'chunk') job.served += next.value.chunk.samples.length || SILENT_WORK
    link.send(next.value)
    // Its end is told now, not when its turn comes again.
    if (isLast(next.value)) await step(job)
  }
  const busy = new Set<number>()
  const run = async (job: Job): Promise<void> => {
    busy.add(job.id)
    await step(job).catch((error) => {
      if (jobs.delete(job.id)) report(job.id, error)
    })
    // Let cancels and new jobs in between two results.
    await nextTurn()
    busy.delete(job.id)
    wake()
  }
  const wake = (): void => {
    while (busy.size < parallel) {
      const job = nextJob(jobs, busy)
      if (!job) return
      run(job).catch((error) => report(-1, error))
    }
  }
  // Between the slices of its work, speech goes on; it has no turn of its own.
  const listen = async (message: RecordingOrder): Promise<void> => {
    const stop = new AbortController()
    recordings.set(message.job, stop)
    try {
      link.send(await heardIn(speaker, message, stop.signal))
    } catch (error) {
      if (!stop.signal.aborted) report(message.job, error)
    } finally {
      recordings.delete(message.job)
    }
  }
  link.onMessage((message) => {
    const job = jobs.get(message.job)
    if (isTextOrder(message)) {
      const stop = new AbortController()
      const results = resultsOf(speaker, message, stop.signal)
      const served = least(jobs)
      jobs.set(message.job, {
        ...{ id: message.job, results, stop, credit: CREDIT, served, isHeard: false },
      })
      wake()
    } else if (isRecordingOrder(message)) {
      listen(message).catch((error) => report(message.job, error))
    } else if (recordings.has(message.job)) {
      recordings.get(message.job)?.abort()
    } else if (job && message.kind === 'pull') {
      job.credit++
      wake()
    } else if (job) {
      jobs.delete(job.id)
      job.stop.abort()
      // Where it waits to be pulled, nobody asks it for more; what it works with is let go of all the same.
      job.results.return(undefined).catch(() => undefined)
    }
  })
}

type RecordingOrder = Extract<ToWorker, { readonly kind: 'clone' | 'inspect' | 'clean' }>

function isRecordingOrder(message: ToWorker): message is RecordingOrder {
  return message.kind === 'clone' || message.kind === 'inspect' || message.kind === 'clean'
}

async function heardIn(
  speaker: Partial<Cloner & Inspector>,
  order: RecordingOrder,
  signal: AbortSignal,
): Promise<JobResult> {
  const { clone, inspect, clean } = speaker
  const { job } = order
  if (!clone || !inspect || !clean) throw new Error('This process listens to no recordings.')
  if (order.kind === 'clone')
    return { kind: 'cloned', job, voice: await clone(order.order, signal) }
  return order.kind === 'inspect'
    ? { kind: 'inspected', job, checks: await inspect(order.samples, signal) }
    : { kind: 'cleaned', job, samples: await clean(order.samples, signal) }
}

type Order = Extract<ToWorker, { readonly kind: 'speak' | 'restore' | 'read' | 'normalise' }>
type TextSpeaker = Speaker & MarkRestorer & WordReader

function isTextOrder(message: ToWorker): message is Order {
  return ['speak', 'restore', 'read', 'normalise'].includes(message.kind)
}

async function* resultsOf(
  speaker: TextSpeaker,
  order: Order,
  signal: AbortSignal,
): AsyncGenerator<JobResult> {
  const { job } = order
  if (order.kind === 'restore') {
    yield { kind: 'restored', job, marked: await speaker.restoreMarks(order.order, signal) }
    return
  }
  if (order.kind === 'read') {
    yield { kind: 'words', job, words: await speaker.readWords(order.order, signal) }
    return
  }
  if (order.kind === 'normalise') {
    yield { kind: 'normalised', job, text: await speaker.normalise(order.order, signal) }
    return
  }
  const { request, resume, trace } = order
  const span = startSpan('synthesise', {
    parent: trace,
    attributes: { 'griot.voice': request.voice, 'griot.characters': request.text.length },
  })
  try {
    for await (const chunk of within(span, speaker.speak(request, signal, resume)))
      yield { kind: 'chunk', job, chunk }
  } catch (error) {
    span.end(error)
    throw error
  } finally {
    span.end()
  }
}

function isLast(result: JobResult): boolean {
  return result.kind !== 'chunk' || result.chunk.done === result.chunk.total
}

function nextJob(jobs: ReadonlyMap<number, Job>, busy: ReadonlySet<number>): Job | undefined {
  let next: Job | undefined
  for (const job of jobs.values())
    if (job.credit > 0 && !busy.has(job.id) && (!next || goesBefore(job, next))) next = job
  return next
}

/** At equal service who has heard nothing yet goes first, and of those the older. */
function goesBefore(job: Job, other: Job): boolean {
  if (job.served !== other.served) return job.served < other.served
  return !job.isHeard && other.isHeard
}

function least(jobs: ReadonlyMap<number, Job>): number {
  let served = Number.POSITIVE_INFINITY
  for (const job of jobs.values()) served = Math.min(served, job.served)
  return Number.isFinite(served) ? served : 0
}
