import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import type { FromSynth } from './messages.ts'
import type { Resume, Speaker, SpeakOrder } from './speaker.ts'
import type { RunningSynth, Supervisor } from './supervisor.ts'

export interface RemoteOptions {
  /** A process that has work and says nothing for this long is ended, in milliseconds. */
  readonly silenceMs?: number
  readonly onBug: (error: Error) => void
}

/** One sentence takes well under a second; a minute of silence is a process that hangs. */
const SILENCE_MS = 60_000

/** `open`: seconds of the sentence in work that were heard. */
interface Reached extends Resume {
  readonly open: number
}

interface Host {
  readonly supervisor: Supervisor
  readonly silenceMs: number
  readonly onBug: (error: Error) => void
  readonly newJob: () => number
}

/** A speaker in another process. When that process dies, the line in work is repeated once from the chunk it had reached. */
export function createRemoteSpeaker(supervisor: Supervisor, options: RemoteOptions): Speaker {
  let lastJob = 0
  const newJob = (): number => ++lastJob
  const host = { supervisor, silenceMs: SILENCE_MS, ...options, newJob }
  return {
    speak: (request, signal, resume) => speak(host, request, signal, resume),
  }
}

async function* speak(
  host: Host,
  request: SpeakOrder,
  signal: AbortSignal,
  resume: Resume = { sentences: 0, chunks: 0, seconds: 0 },
): AsyncGenerator<SpokenChunk> {
  let reached: Reached = { ...resume, open: 0 }
  for (const mayRepeat of [true, false]) {
    const synth = await whenReady(host.supervisor, signal)
    try {
      for await (const chunk of talk(host, synth, request, reached, signal)) {
        reached = after(reached, chunk)
        yield chunk
      }
      return
    } catch (error) {
      const died = synth.gone.aborted && !signal.aborted
      if (!died) throw reported(error, host.onBug)
      if (!mayRepeat) throw stoppedTwice(synth, error)
    }
  }
}

/** Sound of the sentence in work is counted when the sentence is finished, because it is made anew. */
function after({ sentences, chunks, seconds, open }: Reached, chunk: SpokenChunk): Reached {
  const sound = open + chunk.samples.length / SAMPLE_RATE
  if (chunk.done > sentences)
    return { sentences: chunk.done, chunks: 0, seconds: seconds + sound, open: 0 }
  return { sentences, chunks: chunks + 1, seconds, open: sound }
}

function stoppedTwice({ gone }: RunningSynth, error: unknown): AppError {
  return new AppError(
    'speech/failed',
    `The speech process stopped twice while it spoke this text (${gone.reason.message}). Try again; if it happens again, change the text and report it.`,
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
  request: SpeakOrder,
  resume: Resume,
  signal: AbortSignal,
): AsyncGenerator<SpokenChunk> {
  const job = host.newJob()
  const inbox = openInbox(synth, job, signal, host.silenceMs)
  let finished = false
  try {
    synth.send({ kind: 'speak', job, request, resume })
    while (true) {
      const message = await inbox.next()
      finished = message.kind !== 'chunk'
      if (message.kind === 'done') return
      if (message.kind !== 'chunk') throw errorOf(message)
      yield message.chunk
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
  if (message.kind !== 'failed') return new Error(`unexpected message "${message.kind}"`)
  return message.code === 'bug'
    ? new Error(message.message)
    : new AppError(message.code, message.message)
}

/** A bug over there is told here, and becomes a sentence for the person. */
function reported(error: unknown, onBug: (error: Error) => void): unknown {
  if (error instanceof AppError || !(error instanceof Error) || error.name === 'AbortError')
    return error
  onBug(error)
  return new AppError(
    'speech/failed',
    'This text could not be spoken because of a fault in the program. The log has the details.',
    error,
  )
}
