import type { Requester } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import type { Inspector } from '#speech/recordings/inspector.ts'
import type { MarkRestorer, Speaker, WordLanguages, WordReader } from '#speech/speaker.ts'
import { createTurns, type Turn } from '#speech/turns/turns.ts'
import { startSpan, within } from '#telemetry/tracing.ts'
import { CREDIT, type FromWorker, type JobResult, type ToWorker } from './messages.ts'

/** The speech worker's end of a link to the host. */
export interface HostLink {
  send(message: FromWorker): void
  onMessage(listener: (message: ToWorker) => void): void
}

interface Job {
  readonly id: number
  readonly results: AsyncGenerator<JobResult>
  readonly stop: AbortController
  readonly turn: Turn
  credit: number
  /** Called when it may send a result again. */
  pulled: () => void
}

/**
 * Runs the host's jobs over `link`, `parallel` pieces of their work at a time (see `Capabilities`): up to a result, or to
 * a place within long work where others may have their turn. `createFairQueue` says whose turn it is, so that fifty texts at
 * once are all heard early, and none starves.
 */
export function serveSpeaker(
  link: HostLink,
  speaker: TextSpeaker & Partial<Cloner & Inspector>,
  parallel = 1,
): void {
  const jobs = new Map<number, Job>()
  const recordings = new Map<number, AbortController>()
  const turns = createTurns({ parallel })

  const report = (job: number, error: unknown): void => {
    const known = error instanceof AppError
    const message = known ? error.message : String(error instanceof Error ? error.stack : error)
    link.send({ kind: 'failed', job, code: known ? error.code : 'bug', message })
  }
  /** Sends the next result; returns whether it was the last one. */
  const step = async (job: Job): Promise<boolean> => {
    const next = await job.results.next()
    if (!jobs.has(job.id)) return true
    if (next.done) {
      jobs.delete(job.id)
      link.send({ kind: 'done', job: job.id })
      return true
    }
    job.credit--
    link.send(next.value)
    // Its end is told now, not when its turn comes again.
    return isLast(next.value) ? step(job) : false
  }
  const work = async (job: Job): Promise<void> => {
    try {
      while (!(await job.turn.run(() => step(job)))) await untilPulled(job)
    } catch (error) {
      if (jobs.delete(job.id)) report(job.id, error)
    } finally {
      job.turn.leave()
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
      const started: Job = {
        id: message.job,
        results: resultsOf(speaker, message, stop.signal),
        stop,
        turn: turns.enter(requesterOf(message), stop.signal),
        credit: CREDIT,
        pulled: () => undefined,
      }
      jobs.set(message.job, started)
      work(started).catch((error) => report(-1, error))
    } else if (isRecordingOrder(message)) {
      listen(message).catch((error) => report(message.job, error))
    } else if (recordings.has(message.job)) {
      recordings.get(message.job)?.abort()
    } else if (job && message.kind === 'pull') {
      job.credit++
      job.pulled()
    } else if (job) {
      jobs.delete(job.id)
      job.stop.abort()
      job.pulled()
      // Where it waits to be pulled, nobody asks it for more; what it works with is let go of all the same.
      job.results.return(undefined).catch(() => undefined)
    }
  })
}

async function untilPulled(job: Job): Promise<void> {
  while (job.credit <= 0 && !job.stop.signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>()
    job.pulled = resolve
    await promise
  }
}

function requesterOf(order: Order): Requester | undefined {
  return order.kind === 'speak' ? order.request.requester : order.order.requester
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

const TEXT_ORDERS = ['speak', 'restore', 'read', 'normalise', 'detect'] as const
type Order = Extract<ToWorker, { readonly kind: (typeof TEXT_ORDERS)[number] }>
type TextSpeaker = Speaker & MarkRestorer & WordReader & WordLanguages

function isTextOrder(message: ToWorker): message is Order {
  return TEXT_ORDERS.some((kind) => kind === message.kind)
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
  if (order.kind === 'detect') {
    yield { kind: 'detected', job, words: await speaker.detectWords(order.order, signal) }
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
