import type { SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { CloneOrder, Cloner, Inspector } from './clone.ts'
import type { FromSynth, Piece, ToSynth } from './messages.ts'
import type { MarkOrder, MarkRestorer, Resume, Speaker, SpeakOrder } from './speaker.ts'
import type { RunningSynth, Supervisor } from './supervisor.ts'

export interface RemoteOptions {
  /** A process that has work and says nothing for this long is ended, in milliseconds. */
  readonly silenceMs?: number
  readonly onBug: (error: Error) => void
}

/** One sentence takes well under a second; a minute of silence is a process that hangs. */
const SILENCE_MS = 60_000

/** `open`: samples of the sentence in work that were heard. */
interface Reached extends Resume {
  readonly open: number
}

interface Host {
  readonly supervisor: Supervisor
  readonly silenceMs: number
  readonly onBug: (error: Error) => void
  readonly newJob: () => number
}

/**
 * A speaker in another process, which restores marks, judges recordings and makes voices there too. When that process dies, the work is
 * repeated once: a line from the chunk it had reached, a text to be marked or a recording from its start.
 */
export function createRemoteSpeaker(
  supervisor: Supervisor,
  options: RemoteOptions,
): Speaker & MarkRestorer & Cloner & Inspector {
  let lastJob = 0
  const newJob = (): number => ++lastJob
  const host = { supervisor, silenceMs: SILENCE_MS, ...options, newJob }
  return {
    speak: (request, signal, resume) => speak(host, request, signal, resume),
    clone: (order, signal) => clone(host, order, signal),
    inspect: (samples, signal) => inspect(host, samples, signal),
    clean: (samples, signal) => clean(host, samples, signal),
    restoreMarks: (order, signal) => restoreMarks(host, order, signal),
  }
}

async function* speak(
  host: Host,
  request: SpeakOrder,
  signal: AbortSignal,
  resume: Resume = { sentences: 0, chunks: 0, samples: 0 },
): AsyncGenerator<SpokenChunk> {
  let reached: Reached = { ...resume, open: 0 }
  const order: Order = (job) => ({ kind: 'speak', job, request, resume: reached })
  for await (const piece of repeated(host, order, signal)) {
    if (piece.kind !== 'chunk') throw unexpected(piece)
    reached = after(reached, piece.chunk)
    yield piece.chunk
  }
}

async function restoreMarks(
  host: Host,
  order: MarkOrder,
  signal: AbortSignal,
): ReturnType<MarkRestorer['restoreMarks']> {
  const asked: Order = (job) => ({ kind: 'restore', job, order })
  for await (const piece of repeated(host, asked, signal))
    if (piece.kind === 'restored') return piece.marked
  throw new Error('The speech process answered a text to be marked with nothing.')
}

async function clone(
  host: Host,
  order: CloneOrder,
  signal: AbortSignal,
): ReturnType<Cloner['clone']> {
  const asked: Order = (job) => ({ kind: 'clone', job, order })
  for await (const piece of repeated(host, asked, signal))
    if (piece.kind === 'cloned') return piece.voice
  throw new Error('The speech process answered a recording with nothing.')
}

async function inspect(
  host: Host,
  samples: Float32Array,
  signal: AbortSignal,
): ReturnType<Inspector['inspect']> {
  const asked: Order = (job) => ({ kind: 'inspect', job, samples })
  for await (const piece of repeated(host, asked, signal))
    if (piece.kind === 'inspected') return piece.checks
  throw new Error('The speech process answered a recording to be judged with nothing.')
}

async function clean(
  host: Host,
  samples: Float32Array,
  signal: AbortSignal,
): ReturnType<Inspector['clean']> {
  const asked: Order = (job) => ({ kind: 'clean', job, samples })
  for await (const piece of repeated(host, asked, signal))
    if (piece.kind === 'cleaned') return piece.samples
  throw new Error('The speech process answered a recording to be cleaned with nothing.')
}

/** What the process is asked for, as things stand when it is asked. */
type Order = (job: number) => ToSynth

async function* repeated(host: Host, order: Order, signal: AbortSignal): AsyncGenerator<Piece> {
  for (const mayRepeat of [true, false]) {
    const synth = await whenReady(host.supervisor, signal)
    try {
      yield* talk(host, synth, order, signal)
      return
    } catch (error) {
      // Whoever stops the work says why; that is no fault.
      signal.throwIfAborted()
      if (!synth.gone.aborted) throw reported(error, host.onBug)
      if (!mayRepeat) throw stoppedTwice(synth, error)
    }
  }
}

/** Sound of the sentence in work is counted when the sentence is finished, because it is made anew. */
function after(reached: Reached, chunk: SpokenChunk): Reached {
  // Only says that work goes on.
  if (chunk.samples.length === 0) return reached
  const { sentences, chunks, samples, open } = reached
  const sound = open + chunk.samples.length
  if (chunk.done > sentences)
    return { sentences: chunk.done, chunks: 0, samples: samples + sound, open: 0 }
  return { sentences, chunks: chunks + 1, samples, open: sound }
}

function stoppedTwice({ gone }: RunningSynth, error: unknown): AppError {
  return new AppError(
    'speech/failed',
    `The speech process stopped twice while it worked on this text (${gone.reason.message}). Try again; if it happens again, change the text and report it.`,
    error,
  )
}

async function whenReady(supervisor: Supervisor, signal: AbortSignal): Promise<RunningSynth> {
  try {
    return await supervisor.ready(signal)
  } catch (error) {
    signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'speech/failed',
      `Speech is not available: ${why} Try again in a moment.`,
      error,
    )
  }
}

async function* talk(
  host: Host,
  synth: RunningSynth,
  order: Order,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const job = host.newJob()
  const inbox = openInbox(synth, job, signal, host.silenceMs)
  let finished = false
  try {
    synth.send(order(job))
    while (true) {
      const message = await inbox.next()
      finished = message.kind === 'done' || message.kind === 'failed'
      if (message.kind === 'done') return
      if (message.kind === 'failed' || message.kind === 'ready') throw errorOf(message)
      yield message
      synth.send({ kind: 'pull', job })
    }
  } finally {
    inbox.close()
    if (!finished) synth.send({ kind: 'cancel', job })
  }
}

interface Inbox {
  /** The next message about this job; rejects when the process is gone, silent too long, or the signal aborts. */
  next(): Promise<FromSynth>
  close(): void
}

function openInbox(
  synth: RunningSynth,
  job: number,
  signal: AbortSignal,
  silenceMs: number,
): Inbox {
  const arrived: FromSynth[] = []
  let waiting: PromiseWithResolvers<FromSynth> | undefined
  let heardAt = performance.now()
  const settle = (): void => {
    if (!waiting) return
    const message = arrived.shift()
    // Whoever has stopped hears nothing more, not even what had arrived.
    if (signal.aborted) waiting.reject(signal.reason)
    else if (message) waiting.resolve(message)
    else if (synth.gone.aborted) waiting.reject(synth.gone.reason)
    else return
    waiting = undefined
  }
  const stopListening = synth.listen((message) => {
    heardAt = performance.now()
    if (!('job' in message) || message.job !== job) return
    arrived.push(message)
    settle()
  })
  signal.addEventListener('abort', settle)
  synth.gone.addEventListener('abort', settle)
  const watch = setInterval(() => {
    if (waiting && performance.now() - heardAt > silenceMs) synth.kill('it did not answer')
  }, silenceMs / 4)
  return {
    next() {
      heardAt = performance.now()
      waiting = Promise.withResolvers()
      const { promise } = waiting
      settle()
      return promise
    },
    close() {
      clearInterval(watch)
      stopListening()
      signal.removeEventListener('abort', settle)
      synth.gone.removeEventListener('abort', settle)
    },
  }
}

function errorOf(message: FromSynth): Error {
  if (message.kind !== 'failed') return unexpected(message)
  return message.code === 'bug'
    ? new Error(message.message)
    : new AppError(message.code, message.message)
}

function unexpected(message: FromSynth): Error {
  return new Error(`unexpected message "${message.kind}"`)
}

/** A bug over there is told here, and becomes a sentence for the person. */
function reported(error: unknown, onBug: (error: Error) => void): unknown {
  if (error instanceof AppError || !(error instanceof Error) || error.name === 'AbortError')
    return error
  onBug(error)
  return new AppError(
    'speech/failed',
    'This text could not be worked on because of a fault in the program. The log has the details.',
    error,
  )
}
