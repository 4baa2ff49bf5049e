import { AppError } from '#shared/errors.ts'
import type { JobMessage, ToModel } from './messages.ts'
import type { RunningProcess } from './running-process.ts'

export interface JobOptions {
  readonly signal: AbortSignal
  /** Time without any message while there is work, after which the process is ended; left out: it is watched elsewhere. */
  readonly silenceMs?: number
  /** Time in which a process lets go of a job that is cancelled, or it is ended. */
  readonly graceMs: number
  /** Left out: always. */
  readonly hasWork?: () => boolean
}

/** The way to a model process, or to a worker of a service that has some. */
export interface JobLink extends Pick<RunningProcess, 'listen' | 'gone' | 'kill'> {
  send(message: Extract<ToModel, { kind: 'cancel' }>): void
}

/** A job in a model process, from the host's side. */
export interface Job {
  readonly id: number
  /** Its messages, up to the last one. Throws AppError as the process reports it, and the signal's reason. */
  messages(): AsyncGenerator<Result>
}

let lastId = 0

/** Listens to a process for the messages of a new job; whoever reads them sends its first message before. */
export function createJob(
  process: JobLink,
  { signal, silenceMs, graceMs, hasWork = () => true }: JobOptions,
): Job {
  const id = ++lastId
  const arrived: JobMessage[] = []
  let heardAt = performance.now()
  let wake = (): void => undefined
  const stopListening = process.listen(id, (message) => {
    heardAt = performance.now()
    arrived.push(message)
    wake()
  })
  /** The next message. Rejects when the signal aborts, and when the process is gone. */
  const next = async (): Promise<JobMessage> => {
    while (true) {
      signal.throwIfAborted()
      const message = arrived.shift()
      if (message) return message
      process.gone.throwIfAborted()
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const watchSilence = (mostMs: number): void => {
    if (!hasWork()) heardAt = performance.now()
    else if (performance.now() - heardAt > mostMs)
      process.kill(`it did not answer for ${Math.round(mostMs / 1_000)} s.`)
  }
  async function* messages(): ReturnType<Job['messages']> {
    const onEvent = (): void => wake()
    signal.addEventListener('abort', onEvent)
    process.gone.addEventListener('abort', onEvent)
    const watch =
      silenceMs === undefined ? undefined : setInterval(watchSilence, silenceMs / 4, silenceMs)
    watch?.unref()
    let isOver = false
    try {
      while (true) {
        const message = await next()
        isOver = isLast(message)
        if (message.kind === 'done') return
        yield resultOf(message)
      }
    } finally {
      clearInterval(watch)
      signal.removeEventListener('abort', onEvent)
      process.gone.removeEventListener('abort', onEvent)
      if (isOver || process.gone.aborted) stopListening()
      else cancel()
    }
  }
  /** A step that takes too long is ended with the whole process: nothing else stops native code. */
  const cancel = (): void => {
    const stuck = setTimeout(
      () => process.kill('it did not let go of work that was cancelled.'),
      graceMs,
    )
    stuck.unref()
    const settle = (): void => {
      if (!process.gone.aborted && !arrived.some(isLast)) return
      clearTimeout(stuck)
      stopListening()
    }
    wake = settle
    process.gone.addEventListener('abort', settle, { once: true })
    process.send({ kind: 'cancel', job: id })
  }
  return { id, messages }
}

function isLast({ kind }: JobMessage): boolean {
  return kind === 'done' || kind === 'failed' || kind === 'cancelled'
}

type Result = Exclude<JobMessage, { kind: 'done' | 'failed' | 'cancelled' }>

function resultOf(message: Exclude<JobMessage, { kind: 'done' }>): Result {
  if (message.kind === 'failed') throw errorOf(message)
  if (message.kind === 'cancelled') throw new Error('A job was cancelled by nobody.')
  return message
}

function errorOf(message: Extract<JobMessage, { kind: 'failed' }>): Error {
  if (message.code !== 'bug') return new AppError(message.code, message.message)
  const [first = ''] = message.message.split('\n')
  return new AppError(
    'model/failed',
    `The model could not do this (${first.replace(/^Error: /, '')}). If it happens again, verify its files with "griot models verify".`,
    new Error(message.message),
  )
}
